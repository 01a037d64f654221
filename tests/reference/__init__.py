"""Printed reference pages, and the site that they become."""
