curl https://acme.example
