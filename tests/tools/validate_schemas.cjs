// Validates values by JSON Schemas with Ajv: {schemas: [...], values: [...]} in, a matrix of the first mistakes out.
const Ajv = require("ajv/dist/2020").default;
const { schemas, values } = JSON.parse(require("node:fs").readFileSync(0, "utf-8"));
const told = schemas.map((schema) => {
  // As it comes, but for `type` with two names, which OpenAPI's own schemas have; formats are of a package of their own.
  const validate = new Ajv({ strictTypes: false, validateFormats: false }).compile(schema);
  return values.map((value) => (validate(value) ? "" : `${validate.errors[0].instancePath} ${validate.errors[0].message}`));
});
process.stdout.write(JSON.stringify(told));
