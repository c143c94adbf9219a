/** A UUID (RFC 9562, version 4). `crypto.randomUUID` is missing on plain HTTP, `getRandomValues` is not. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

const FIELDS = ["id", "corrects", "retracts", "reply"];
const LENGTH = 36;

/**
 * What the node tells, with the ids of its lines in small letters: they are compared by value (RFC 9562, 4), and others
 * may have written one and the same with capitals here and without there.
 */
export function comparable(event) {
  for (const field of FIELDS) {
    const id = event[field];
    if (typeof id === "string" && id.length === LENGTH) event[field] = id.toLowerCase();
  }
  if (Array.isArray(event.lines)) event.lines.forEach(comparable);
  return event;
}
