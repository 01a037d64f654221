import OpenAI from "openai";

const client = new OpenAI();
const answer = await client.post<{ id: string }>("/experiments", { body: { name: "first" } });
console.log(answer.id);
