import OpenAI, { NotFoundError, RateLimitError } from "openai";

const client = new OpenAI();
try {
  await client.files.retrieve("file-none");
} catch (error) {
  if (!(error instanceof NotFoundError)) throw error;
  console.log(error.message);
}

try {
  await client.models.list({ maxRetries: 0 });
} catch (error) {
  if (!(error instanceof RateLimitError)) throw error;
  console.log("wait", error.headers.get("retry-after"));
}
console.log((await client.models.list()).data[0]?.id);
