import express from "express";
import OpenAI from "openai";

const client = new OpenAI(); // the secret is OPENAI_WEBHOOK_SECRET
const app = express();
app.use(express.text({ type: "application/json" }));
app.post("/", async (request, response) => {
  try {
    const event = await client.webhooks.unwrap(request.body, request.headers);
    if (event.type === "response.completed") console.log(event.type, event.data.id);
    response.sendStatus(200);
  } catch {
    response.sendStatus(400);
  }
});
app.listen(Number(process.env["PORT"]), "127.0.0.1");
