"""Printed SDKs against real servers, and payloads that real servers sent."""
