import { MistralAI } from "mistral-ai";

const client = new MistralAI();
const stream = client.chat.completions.create({
  model: "mistral-small-latest",
  messages: [{ role: "user", content: "Count to three." }],
  stream: true,
});
for await (const chunk of stream)
  process.stdout.write(chunk.choices[0]?.delta.content ?? "");
