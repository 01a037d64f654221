import os

from flask import Flask, Response, request
from openai import InvalidWebhookSignatureError, OpenAI

client = OpenAI()  # the secret is OPENAI_WEBHOOK_SECRET
app = Flask(__name__)


@app.post("/")
def received() -> Response:
    try:
        event = client.webhooks.unwrap(request.data, request.headers)
    except InvalidWebhookSignatureError:
        return Response(status=400)
    if event.type == "response.completed":
        print(event.type, event.data.id, flush=True)
    return Response()


app.run("127.0.0.1", int(os.environ["PORT"]))
