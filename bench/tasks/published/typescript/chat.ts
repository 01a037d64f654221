import OpenAI from "openai";

const client = new OpenAI();
const reply = await client.chat.completions.create({
  model: "gpt-5-mini",
  messages: [{ role: "user", content: "Name the capital of Peru." }],
});
console.log(reply.choices[0]?.message.content);
