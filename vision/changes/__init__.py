"""What has changed between two pictures of one table, and what has not."""
