// Random UUIDs. A page that was loaded over plain HTTP has no `crypto.randomUUID`.

/** Makes a UUID of version 4. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const pairs = Array.from(bytes, (byte) => (256 + byte).toString(16).slice(1));
  const text = pairs.join("");
  return text.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}
