"""The driver: documents in, files out. With the command line the only place that knows passes and backends."""
