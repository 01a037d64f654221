from openai import OpenAI

client = OpenAI()
answer = client.request("POST", "/experiments", body={"name": "first"})
print(answer["id"])
