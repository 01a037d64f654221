import { createServer } from "node:http";
import { WebhookReceiver } from "openai/webhooks";

const receiver = new WebhookReceiver({ secrets: process.env["OPENAI_WEBHOOK_SECRET"]! });
receiver.responseCompleted((event) => {
  console.log(event.type, event.data.id);
});
createServer(receiver.listener()).listen(Number(process.env["PORT"]), "127.0.0.1");
