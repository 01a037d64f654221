"""What published SDKs say: a module for each form."""
