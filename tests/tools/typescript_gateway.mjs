// A gateway as one would write it with node:http and printed validators: lets a request pass, or says what is wrong.
// What a router knows, the operation and the parts of the path, is told by headers.

import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const { checkRequest, InvalidRequest } = await import(new URL("dist/esm/validators.js", pathToFileURL(process.argv[2] + "/")));

const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  try {
    checkRequest(request.headers["x-operation"], {
      path: JSON.parse(decodeURIComponent(request.headers["x-path"])),
      query: request.url.split("?").slice(1).join("?"),
      headers: request.headers,
      body: Buffer.concat(pieces),
    });
    response.writeHead(204).end();
  } catch (error) {
    const known = error instanceof InvalidRequest;
    response.writeHead(known ? error.status : 500, { "content-type": "application/json" });
    response.end(JSON.stringify(known ? error.violations : String(error.stack)));
  }
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
