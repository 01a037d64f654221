module example.com/prefectprogram

go 1.24

require example.com/prefectapi v0.0.0

replace example.com/prefectapi => ./sdk
