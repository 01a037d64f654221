import { AnthropicAPIAdvisorTool } from "anthropic-api-advisor-tool";

const client = new AnthropicAPIAdvisorTool();
const stream = client.messages.create({
  model: "claude-haiku-4-5",
  max_tokens: 64,
  messages: [{ role: "user", content: "Count to three." }],
  stream: true,
});
for await (const event of stream)
  if (event.type === "content_block_delta" && event.delta.type === "text_delta")
    process.stdout.write(event.delta.text);
