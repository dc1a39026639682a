"""Printed pieces that lie on the table: found, laid, named or asked about."""
