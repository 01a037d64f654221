from openai import OpenAI

client = OpenAI()
reply = client.chat.completions.create(
    model="gpt-5-mini",
    messages=[{"role": "user", "content": "Name the capital of Peru."}],
)
print(reply.choices[0].message.content)
