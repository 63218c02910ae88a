"""What stands beside a table's stage."""
