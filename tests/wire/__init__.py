"""The wire vectors, and what every language sends and reads by them."""
