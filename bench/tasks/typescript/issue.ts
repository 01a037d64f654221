import { GitHub } from "github";

const client = new GitHub();
const issue = await client.issues.create("octo", "hello", { title: "It breaks", body: "Every day." });
const labels = await client.issues.addLabels("octo", "hello", issue.number, { labels: ["bug"] });
const closed = await client.issues.update("octo", "hello", issue.number, {
  state: "closed",
  state_reason: "completed",
});
console.log(closed.number, labels.map((label) => label.name), closed.state);
