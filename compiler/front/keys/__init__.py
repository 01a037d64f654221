"""The keys `x-codegen-*`: where each may stand, what its value looks like, how it is read (D14)."""
