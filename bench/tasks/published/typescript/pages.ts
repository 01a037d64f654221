import OpenAI from "openai";

const client = new OpenAI();
for await (const file of client.files.list({ limit: 2 })) {
  console.log(file.id, file.filename);
}
