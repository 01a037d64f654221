import { Octokit } from "octokit";

const client = new Octokit({ auth: process.env["GITHUB_TOKEN"] });
const on = { owner: "octo", repo: "hello" };
const { data: issue } = await client.rest.issues.create({ ...on, title: "It breaks", body: "Every day." });
const at = { ...on, issue_number: issue.number };
const { data: labels } = await client.rest.issues.addLabels({ ...at, labels: ["bug"] });
const { data: closed } = await client.rest.issues.update({ ...at, state: "closed", state_reason: "completed" });
console.log(closed.number, labels.map((label) => label.name), closed.state);
