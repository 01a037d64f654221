// What a user of the TypeScript SDK of ZenML writes: `node zenml.js URL USER PASSWORD`; prints what it saw.
// The same program as zenml_program.py.

import {
  AuthenticationError,
  BadRequestError,
  TokenError,
  ZenML,
  type Page,
  type PageTagResponse,
  type TagResponse,
} from "zenml-api";

const TAGS = 23;

type Seen = Record<string, unknown>;

async function tags(client: ZenML): Promise<Seen & { ids: string[] }> {
  for (let number = 0; number < TAGS; number++) {
    const name = `tag-${String(number).padStart(2, "0")}`;
    await client.tags.create({ name, color: "red" });
  }
  const pages: number[][] = [];
  let page: Page<PageTagResponse, TagResponse> | null = await client.tags.list({
    size: 10,
  });
  for (; page; page = await page.next()) {
    const { index, total_pages } = page.result;
    pages.push([index, page.items.length, total_pages]);
  }
  const names: string[] = [];
  const ids: string[] = [];
  for await (const { name, id } of client.tags.list({ size: 7 })) {
    names.push(name);
    ids.push(id);
  }
  return { pages, names: names.sort(), ids };
}

async function mistakes(
  client: ZenML,
  baseUrl: string,
  username: string,
): Promise<Seen> {
  const caught = (call: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(call).then(
      () => undefined,
      (error: unknown) => error,
    );
  const seen: Seen = {};
  const past = await caught(client.tags.list({ page: 4, size: 10 }));
  if (past instanceof BadRequestError) seen["past the end"] = past.status;
  const wrong = new ZenML({
    baseUrl,
    cookieOAuth2TokenBearer: { username, password: "wrong-password" },
  });
  const refused = await caught(wrong.users.current());
  if (refused instanceof TokenError)
    seen["wrong password"] = [
      refused.status,
      String(refused).includes("wrong-password"),
    ];
  const nobody = await caught(new ZenML({ baseUrl }).users.current());
  if (nobody instanceof AuthenticationError)
    seen["no password"] = nobody.status;
  return seen;
}

const [baseUrl = "", username = "", password = ""] = process.argv.slice(2);
const cookieOAuth2TokenBearer = { username, password };
const client = new ZenML({ baseUrl, cookieOAuth2TokenBearer });
const { name, body } = await client.users.current();
const { ids, ...seen } = await tags(client);
Object.assign(seen, await mistakes(client, baseUrl, username));
for (const tagId of ids) await client.tags.delete(tagId);
const left = (await client.tags.list()).result.total;
console.log(
  JSON.stringify({ user: name, admin: body?.is_admin, ...seen, left }),
);
