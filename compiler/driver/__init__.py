"""The driver: documents in, files out. Only the driver and the command line know passes and backends."""
