import { OpenAI } from "openai";

const client = new OpenAI();
const stream = client.chat.completions.create({
  model: "gpt-5-mini",
  messages: [{ role: "user", content: "Count to three." }],
  stream: true,
});
for await (const chunk of stream)
  process.stdout.write(chunk.choices[0]?.delta.content ?? "");
