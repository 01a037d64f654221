"""Calls from a vendor's own tests, made with SDKs that are printed with the vendor's names: ``make calls``."""
