import acme
