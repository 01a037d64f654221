import httpx2
from openai import OpenAI

client = OpenAI()
response = client.post("/experiments", body={"name": "first"}, cast_to=httpx2.Response)
print(response.json()["id"])
