from openai import NotFoundError, OpenAI, RateLimitError

client = OpenAI()
try:
    client.files.retrieve("file-none")
except NotFoundError as error:
    print(error)

try:
    client.with_options(max_retries=0).models.list()
except RateLimitError as error:
    print("wait", error.response.headers.get("retry-after"))
print(client.models.list().data[0].id)
