"""Ten tasks with printed SDKs of OpenAI, Stripe and GitHub, in three languages, beside code for the published SDKs."""
