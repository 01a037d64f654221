"""What documents and configuration files of other generators say: a module for each of them."""
