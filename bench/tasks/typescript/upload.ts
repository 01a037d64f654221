import { openAsBlob } from "node:fs";
import { OpenAI } from "openai";

const client = new OpenAI();
const file = await client.files.create({
  file: { data: await openAsBlob("training.jsonl"), name: "training.jsonl" },
  purpose: "fine-tune",
});
console.log(file.id, file.filename);
