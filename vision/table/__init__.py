"""The table before anything on it is named: its plane, its light, whether it is still."""
