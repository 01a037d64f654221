// What a user of the TypeScript SDK of Label Studio writes: `node labelstudio.js URL TOKEN`; prints what it saw.
// The same program as labelstudio_program.py.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import {
  AuthenticationError,
  LabelStudio,
  NotFoundError,
  type Page,
  type PaginatedProjectList,
  type Project,
} from "labelstudio-api";
import { WebhookReceiver, type EventPayload } from "labelstudio-api/webhooks";

const PROJECTS = 5;
const CONFIG = "<View><Text name='t' value='$text'/></View>";
const CSV = "text,number\nhello,1\nÄmilia,2\n";

type Seen = Record<string, unknown>;

async function projects(client: LabelStudio): Promise<Seen> {
  for (let number = 0; number < PROJECTS; number++) {
    const title = `project-${String(number).padStart(2, "0")}`;
    await client.projects.create({ title, label_config: CONFIG });
  }
  const pages: number[] = [];
  let page: Page<PaginatedProjectList, Project> | null =
    await client.projects.list({ page_size: 2 });
  for (; page; page = await page.next()) pages.push(page.items.length);
  const titles: unknown[] = [];
  for await (const { title } of client.projects.list({ page_size: 2 }))
    titles.push(title);
  return { pages, titles: titles.sort() };
}

async function nestedGroups(
  client: LabelStudio,
  project: number,
): Promise<Seen> {
  const types = await client.importStorage.listTypes();
  return {
    exports: await client.projects.exports.list(project),
    types: types.map(({ name }) => name).sort(),
    s3: await client.exportStorage.s3.list({ project }),
  };
}

/** Uploads a file, and waits for the webhook that tells of the tasks in it. */
async function upload(client: LabelStudio, project: number): Promise<Seen> {
  const receiver = new WebhookReceiver({ verify: false });
  const told = new Promise<EventPayload>((resolve) => {
    receiver.event((payload) => {
      resolve(payload);
    });
  });
  const server = createServer(receiver.listener());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hooks/event`;
  await client.webhooks.create({ url, project, actions: ["TASKS_CREATED"] });
  const done = await client.projects.importTasksMultipart(project, {
    file: { data: CSV, name: "tasks.csv", type: "text/csv" },
  });
  const event = await told;
  server.close();
  server.closeAllConnections();
  const tasks = await client.projects.tasks(project);
  return {
    imported: done.task_count,
    tasks: tasks.map(({ data }) => data),
    event: [
      event.action === "TASKS_CREATED",
      event.project?.id === project,
      event.tasks?.length,
    ],
  };
}

async function mistakes(client: LabelStudio, baseUrl: string): Promise<Seen> {
  const caught = (call: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(call).then(
      () => undefined,
      (error: unknown) => error,
    );
  const seen: Seen = {};
  const past = await caught(client.projects.list({ page: 4, page_size: 2 }));
  if (past instanceof NotFoundError) seen["past the end"] = past.status;
  const nobody = await caught(new LabelStudio({ baseUrl }).projects.list());
  if (nobody instanceof AuthenticationError) seen["refused"] = nobody.status;
  return seen;
}

const [baseUrl = "", token = ""] = process.argv.slice(2);
const client = new LabelStudio({ baseUrl, token: `Token ${token}` });
const seen = await projects(client);
const ids: number[] = [];
for await (const { id } of client.projects.list()) ids.push(id);
const [first = 0] = ids;
Object.assign(
  seen,
  await nestedGroups(client, first),
  await upload(client, first),
  await mistakes(client, baseUrl),
);
for (const id of ids) await client.projects.delete(id);
let left = 0;
for await (const _ of client.projects.list()) left++;
console.log(JSON.stringify({ ...seen, left }));
