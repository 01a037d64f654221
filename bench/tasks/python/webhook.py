import os
from wsgiref.simple_server import make_server

from openai import ResponseCompletedPayload, WebhookReceiver

receiver = WebhookReceiver(secrets=[os.environ["OPENAI_WEBHOOK_SECRET"]])


@receiver.response_completed
def completed(event: ResponseCompletedPayload) -> None:
    print(event.type, event.data.id, flush=True)


make_server("127.0.0.1", int(os.environ["PORT"]), receiver.wsgi()).serve_forever()
