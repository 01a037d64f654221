"""The calls of a vendor's own tests, on the SDKs that we print under its names: ``make calls``."""
