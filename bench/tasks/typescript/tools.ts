import { OpenAI } from "openai";
import type { ChatCompletionRequestMessage, ChatCompletionTool } from "openai";

const weather = (city: string) => `12 degrees in ${city}`;

const client = new OpenAI();
const tools: ChatCompletionTool[] = [
  {
    type: "function",
    function: {
      name: "weather",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
  },
];
const messages: ChatCompletionRequestMessage[] = [{ role: "user", content: "How warm is it in Lima?" }];
const first = await client.chat.completions.create({ model: "gpt-5-mini", messages, tools });
const message = first.choices[0]!.message;
messages.push(message);
for (const call of message.tool_calls ?? []) {
  if (call.type === "function") {
    const { city } = JSON.parse(call.function.arguments) as { city: string };
    messages.push({ role: "tool", tool_call_id: call.id, content: weather(city) });
  }
}
const reply = await client.chat.completions.create({ model: "gpt-5-mini", messages, tools });
console.log(reply.choices[0]?.message.content);
