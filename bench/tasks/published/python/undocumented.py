import httpx
from openai import OpenAI

client = OpenAI()
response = client.post("/experiments", body={"name": "first"}, cast_to=httpx.Response)
print(response.json()["id"])
