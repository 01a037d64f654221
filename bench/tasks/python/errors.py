from openai import NotFoundError, OpenAI, RateLimitError

client = OpenAI()
try:
    client.files.get("file-none")
except NotFoundError as error:
    print(error)

try:
    client.models.list(options={"retries": 0})
except RateLimitError as error:
    print("wait", error.retry_after)
print(client.models.list().data[0].id)
