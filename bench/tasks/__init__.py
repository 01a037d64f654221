"""Ten tasks on SDKs of OpenAI, Stripe and GitHub, in three languages, beside the lines for the published SDKs."""
