import json

from openai import OpenAI
from openai.types.chat import ChatCompletionMessageParam, ChatCompletionToolParam


def weather(city: str) -> str:
    return f"12 degrees in {city}"


client = OpenAI()
tools: list[ChatCompletionToolParam] = [
    {
        "type": "function",
        "function": {
            "name": "weather",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        },
    }
]
messages: list[ChatCompletionMessageParam] = [{"role": "user", "content": "How warm is it in Lima?"}]
message = client.chat.completions.create(model="gpt-5-mini", messages=messages, tools=tools).choices[0].message
messages.append(message)  # type: ignore[arg-type]
for call in message.tool_calls or []:
    if call.type == "function":
        found = weather(**json.loads(call.function.arguments))
        messages.append({"role": "tool", "tool_call_id": call.id, "content": found})
reply = client.chat.completions.create(model="gpt-5-mini", messages=messages, tools=tools)
print(reply.choices[0].message.content)
