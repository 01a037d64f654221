from pathlib import Path

from openai import OpenAI

client = OpenAI()
file = client.files.create(file=Path("training.jsonl"), purpose="fine-tune")
print(file.id, file.filename)
