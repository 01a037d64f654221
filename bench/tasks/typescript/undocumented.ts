import { OpenAI } from "openai";

const client = new OpenAI();
const answer = await client.request<{ id: string }>("POST", "/experiments", { body: { name: "first" } });
console.log(answer.id);
