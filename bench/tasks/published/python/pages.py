from openai import OpenAI

client = OpenAI()
for file in client.files.list(limit=2):
    print(file.id, file.filename)
