"""Write the document that FastAPI makes of the service: `python export.py > openapi.json`."""

import json

from service import app

print(json.dumps(app.openapi(), indent=1))
