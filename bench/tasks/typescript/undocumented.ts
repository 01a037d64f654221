const response = await fetch(`${process.env["OPENAI_BASE_URL"]}/experiments`, {
  method: "POST",
  headers: { Authorization: `Bearer ${process.env["OPENAI_API_KEY"]}`, "Content-Type": "application/json" },
  body: JSON.stringify({ name: "first" }),
});
if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
const answer = (await response.json()) as { id: string };
console.log(answer.id);
