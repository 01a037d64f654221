module client

go 1.24

require shop.example/shop v0.0.0

replace shop.example/shop => ../sdk/go
