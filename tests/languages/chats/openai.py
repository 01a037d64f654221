from openai import OpenAI

client = OpenAI()
stream = client.chat.completions.create(
    model="gpt-5-mini", messages=[{"role": "user", "content": "Count to three."}], stream=True
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="")
