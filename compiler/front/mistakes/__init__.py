"""What is written wrongly or in a wrong place, told in the words of whoever wrote it."""
