import { NotFoundError, OpenAI, RateLimitError } from "openai";

const client = new OpenAI();
try {
  await client.files.get("file-none");
} catch (error) {
  if (!(error instanceof NotFoundError)) throw error;
  console.log(error.message);
}

try {
  await client.models.list({ retries: 0 });
} catch (error) {
  if (!(error instanceof RateLimitError)) throw error;
  console.log("wait", error.retryAfter);
}
console.log((await client.models.list()).data[0]?.id);
