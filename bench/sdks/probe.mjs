// Measures one thing of one TypeScript SDK in a process of its own: node probe.mjs SUBJECT MEASURE ORIGIN FOLDER.
//
// Prints a number: CPU milliseconds for `import`, `first` and `list` (a list of about 1 MB; `loads` is what JSON.parse
// takes for it), microseconds for `warm`, `unlimited` (`warm` without a time limit), `limited` (raw with one) and `event`.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , subject, what, origin, folder] = process.argv;
const require = createRequire(pathToFileURL(`${folder}/package.json`));
const carried = { accept: "application/json", authorization: "Bearer k" };
const asked = { model: "gpt", messages: [{ role: "user", content: "hello" }] };

// What one writes who wants the same of `fetch`: headers are sent, the status is checked, the body is read as JSON.
async function raw(url, init) {
  const answer = await fetch(url, { ...init, headers: carried });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer;
}

async function limited(url) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), 60_000);
  try {
    return JSON.parse(await (await raw(url, { signal: limit.signal })).text());
  } finally {
    clearTimeout(timer);
  }
}

const subjects = {
  raw: {
    load: async () => undefined,
    make: (_, base) => ({
      list: async () =>
        what === "limited" ? limited(`${base}/models`) : JSON.parse(await (await raw(`${base}/models`)).text()),
      bytes: async () => (await raw(`${base}/models`)).text(),
      async *events() {
        const body = JSON.stringify({ ...asked, stream: true });
        const answer = await raw(`${base}/chat/completions`, { method: "POST", body });
        let rest = "";
        for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
          const lines = (rest + chunk).split("\n");
          rest = lines.pop();
          for (const line of lines)
            if (line.startsWith("data: {")) yield JSON.parse(line.slice(6));
        }
      },
    }),
  },
  ours: {
    load: () => import(pathToFileURL(`${folder}/ours/dist/esm/index.js`)),
    make({ OpenAI }, baseUrl) {
      const timeout = what === "unlimited" ? null : undefined;
      const client = new OpenAI({ baseUrl, apiKeyAuth: "k", retries: 0, timeout });
      return {
        list: () => client.models.list(),
        events: () => client.chat.completions.createStream(asked),
      };
    },
  },
  openai: {
    load: () => import(pathToFileURL(require.resolve("openai").replace(/\.js$/, ".mjs"))),
    make({ OpenAI }, baseURL) {
      const client = new OpenAI({ baseURL, apiKey: "k", maxRetries: 0 });
      return {
        list: () => client.models.list(),
        async *events() {
          yield* await client.chat.completions.create({ ...asked, stream: true });
        },
      };
    },
  },
  "hey-api": {
    load: () => import(pathToFileURL(`${folder}/hey-api.mjs`)),
    make({ client, listModels }, baseUrl) {
      client.setConfig({ baseUrl, auth: "k" });
      return { list: () => listModels({ throwOnError: true }) };
    },
  },
};

async function cpu(action) {
  const before = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function lowest(action, turns) {
  let found = Infinity;
  for (let turn = 0; turn < turns + 3; turn++) {
    const taken = await cpu(action);
    if (turn > 2) found = Math.min(found, taken);
  }
  return found;
}

async function count(items) {
  let found = 0;
  for await (const _ of await items) found++;
  return found;
}

async function measure() {
  const { load, make } = subjects[subject];
  if (what === "import") return cpu(load);
  if (what === "first") return cpu(async () => make(await load(), `${origin}/small`).list());
  const loaded = await load();
  const small = make(loaded, `${origin}/small`);
  // Of few turns, the compiler of node and its collector of garbage leave none alone: the first thousand calls of
  // `fetch` alone take four times the CPU of later ones.
  if (["warm", "unlimited", "limited"].includes(what)) {
    const calls = 100;
    const all = async () => {
      for (let call = 0; call < calls; call++) await small.list();
    };
    return ((await lowest(all, 80)) / calls) * 1000;
  }
  if (what === "event") {
    const events = await count(small.events());
    return ((await lowest(() => count(small.events()), 60)) / events) * 1000;
  }
  const big = make(loaded, `${origin}/big`);
  if (what === "list") return lowest(() => big.list(), 300);
  const text = await big.bytes();
  return lowest(() => JSON.parse(text), 300);
}

console.log(await measure());
process.exit(0);
