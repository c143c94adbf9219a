/** Talks to the node. Every call is bounded in time and fails with an ApiError. */

const PATIENCE = 15_000;

export class ApiError extends Error {
  /**
   * `code`: the node's word for it, "offline" where the node could not be reached; `detail`: which case of it, where
   * the room names one; `values`: what its sentence names, such as `n` minutes.
   */
  constructor(code, text, status = 0, { seconds = 0, detail = "", values = {} } = {}) {
    super(text || code);
    Object.assign(this, { code, text, status, seconds, detail, values });
  }

  /** What is said of it later, as it is stored. */
  get why() {
    const { code, detail, text, values } = this;
    return { code, detail, text, values };
  }

  /** The node does not know who asks, as after its restart; what a room forbids has a detail. */
  get isOfStranger() {
    return this.code === "forbidden" && !this.detail;
  }

  /** About the name or the language that somebody chose: they may choose another. */
  get isOfChoice() {
    return this.code === "bad-name" || this.code === "bad-lang";
  }

  get isOffline() {
    return this.code === "offline";
  }
}

export function get(path, query = {}) {
  return request("GET", path + queryString(query));
}

export function post(path, body = {}, patience = PATIENCE) {
  return request("POST", path, body, patience);
}

/** Told while the page goes, as far as the browser does that: nobody is left to hear the answer. */
export function tellGoing(path, body) {
  if (typeof Request !== "function" || !("keepalive" in Request.prototype)) return;
  const headers = { "Content-Type": "application/json", "X-Sabir": "1" };
  fetch(path, { method: "POST", headers, body: JSON.stringify(body), credentials: "same-origin", keepalive: true }).catch(() => {});
}

/** `/api/rooms/NAME/rest` for a room's name or id. */
export function roomPath(room, rest = "") {
  return `/api/rooms/${encodeURIComponent(room)}${rest ? `/${rest}` : ""}`;
}

export function queryString(query) {
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
}

/** `body`: sent as JSON, bytes of a file as they are. */
async function request(method, path, body, patience = PATIENCE) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), patience);
  const isFile = body instanceof Blob;
  try {
    const response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": `application/${isFile ? "octet-stream" : "json"}`, "X-Sabir": "1" },
      body: isFile || body === undefined ? body : JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
      signal: abort.signal,
    });
    return await answer(response);
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError("offline", String(error.message || error));
  } finally {
    clearTimeout(timer);
  }
}

async function answer(response) {
  if (!response.ok) throw await errorOf(response);
  return response.status === 204 ? null : parse(await response.text());
}

/** What the node says is wrong. */
export async function errorOf(response) {
  const json = parse(await response.text());
  const { code = "other", text = "", ...rest } = (json && json.error) || {};
  return new ApiError(code, text, response.status, rest);
}

function parse(text) {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
