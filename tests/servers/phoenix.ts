// What a user of the TypeScript SDK of Phoenix writes: `node phoenix.js URL TOKEN`; prints what it saw.
// The same program as phoenix_program.py.

import {
  AuthenticationError,
  NotFoundError,
  Phoenix,
  UnprocessableEntityError,
} from "phoenix-api";

const PROJECTS = 12;
const CSV = "question,context,answer\nWhy?,here,Because\nWho?,there,Ämilia\n";

type Seen = Record<string, unknown>;

async function projects(client: Phoenix): Promise<Seen> {
  for (let number = 0; number < PROJECTS; number++) {
    const name = `codegen-${String(number).padStart(2, "0")}`;
    await client.projects.create({ name });
  }
  const pages: number[] = [];
  const found = client.projects.list({ limit: 5, name_contains: "codegen" });
  for await (const page of found.pages()) pages.push(page.result.data.length);
  const names: string[] = [];
  for await (const { name } of client.projects.list({
    limit: 3,
    name_contains: "codegen",
  }))
    names.push(name);
  await client.projects.delete("codegen-00");
  return { pages, names: names.sort() };
}

async function datasets(client: Phoenix): Promise<Seen> {
  const made = await client.datasets.uploadMultipart({
    sync: true,
    action: "create",
    name: "questions",
    "input_keys[]": ["question", "context"],
    "output_keys[]": ["answer"],
    file: {
      data: new TextEncoder().encode(CSV),
      name: "questions.csv",
      type: "text/csv",
    },
  });
  const id = made?.data.dataset_id ?? "";
  const { examples } = (await client.datasets.examples(id)).data;
  const csv = await client.datasets.csv(id);
  return {
    examples: examples.map(({ input, output }) => [input, output]),
    lines: csv.split("\n").length - 1,
  };
}

/** Members of unions by discriminator, sent and received. */
async function prompts(client: Phoenix): Promise<Seen> {
  const content = [{ type: "text" as const, text: "Hi {{name}}" }];
  await client.prompts.create({
    prompt: { name: "greet" },
    version: {
      model_provider: "OPENAI",
      model_name: "gpt-4o",
      template: { type: "chat", messages: [{ role: "user", content }] },
      template_type: "CHAT",
      template_format: "MUSTACHE",
      invocation_parameters: { type: "openai", openai: { temperature: 0.5 } },
    },
  });
  const { data } = await client.prompts.latest("greet");
  const seen: Seen = {};
  if (data.template.type === "chat") {
    const [part] = data.template.messages[0]?.content ?? [];
    if (typeof part === "object" && part.type === "text")
      seen["template"] = part.text;
  }
  if (data.invocation_parameters.type === "openai")
    seen["temperature"] = data.invocation_parameters.openai.temperature;
  return seen;
}

async function mistakes(client: Phoenix, baseUrl: string): Promise<Seen> {
  const caught = (call: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(call).then(
      () => undefined,
      (error: unknown) => error,
    );
  const seen: Seen = {};
  const nobody = new Phoenix({ baseUrl, bearer: "Bearer nobody" });
  const refused = await caught(nobody.projects.list());
  if (refused instanceof AuthenticationError) seen["refused"] = refused.status;
  const gone = await caught(client.projects.get("codegen-00"));
  if (gone instanceof NotFoundError)
    seen["not found"] = [gone.status, gone.body];
  const empty = await caught(
    client.datasets.uploadMultipart({
      sync: true,
      name: "empty",
      "input_keys[]": [],
      "output_keys[]": [],
      file: { data: new Uint8Array(), name: "a.csv" },
    }),
  );
  if (empty instanceof UnprocessableEntityError)
    seen["unprocessable"] = empty.status;
  return seen;
}

const [baseUrl = "", token = ""] = process.argv.slice(2);
const client = new Phoenix({ baseUrl, bearer: `Bearer ${token}` });
const seen = {
  ...(await projects(client)),
  ...(await datasets(client)),
  ...(await prompts(client)),
  ...(await mistakes(client, baseUrl)),
};
console.log(JSON.stringify(seen));
