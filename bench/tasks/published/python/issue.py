import os

from github import Auth, Github

client = Github(auth=Auth.Token(os.environ["GITHUB_TOKEN"]))
repo = client.get_repo("octo/hello")
issue = repo.create_issue(title="It breaks", body="Every day.")
issue.add_to_labels("bug")
issue.edit(state="closed", state_reason="completed")
print(issue.number, [label.name for label in issue.labels], issue.state)
