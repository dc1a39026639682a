"""The table companion: rules, referee, event log and pages. Knows no pixel."""
