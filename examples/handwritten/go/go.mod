module trains.example/traintravel

go 1.24
