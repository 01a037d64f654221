from mistral_ai import MistralAI

client = MistralAI()
stream = client.chat.completions.create(
    model="mistral-small-latest", messages=[{"role": "user", "content": "Count to three."}], stream=True
)
for chunk in stream:
    print(chunk.choices[0].delta.content or "", end="")
