from anthropic_api_advisor_tool import AnthropicAPIAdvisorTool, models

client = AnthropicAPIAdvisorTool()
stream = client.messages.create(
    model="claude-haiku-4-5", max_tokens=64, messages=[{"role": "user", "content": "Count to three."}], stream=True
)
for event in stream:
    if isinstance(event, models.ContentBlockDeltaEvent) and isinstance(event.delta, models.TextContentBlockDelta):
        print(event.delta.text, end="")
