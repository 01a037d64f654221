import { fromPath, OpenAI } from "openai";

const client = new OpenAI();
const file = await client.files.create({
  file: fromPath("training.jsonl"),
  purpose: "fine-tune",
});
console.log(file.id, file.filename);
