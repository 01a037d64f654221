"""Printed reference pages, and the site that is built from them."""
