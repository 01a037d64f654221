module trains.example/demo

go 1.24

require trains.example/traintravel v0.0.0

replace trains.example/traintravel => ../../../build/demo/go
