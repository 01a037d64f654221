from github import GitHub

client = GitHub()
issue = client.issues.create("octo", "hello", title="It breaks", body="Every day.")
labels = client.issues.add_labels("octo", "hello", issue.number, labels=["bug"])
closed = client.issues.update("octo", "hello", issue.number, state="closed", state_reason="completed")
print(closed.number, [label.name for label in labels], closed.state)
