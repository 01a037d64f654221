import json
import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["OPENAI_BASE_URL"] + "/experiments",
    json.dumps({"name": "first"}).encode(),
    {"Authorization": "Bearer " + os.environ["OPENAI_API_KEY"], "Content-Type": "application/json"},
)
with urlopen(request) as response:
    print(json.load(response)["id"])
