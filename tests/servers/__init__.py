"""Printed SDKs before real servers, and payloads that real servers sent."""
