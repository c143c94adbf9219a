/** Talks to the node. Every call is bounded in time and fails with an ApiError. */

const PATIENCE = 15_000;

export class ApiError extends Error {
  /**
   * `code`: the node's word for it, "offline" where the node could not be reached; `values`: what its sentence names,
   * such as `n` minutes.
   */
  constructor(code, text, status = 0, seconds = 0, values = {}) {
    super(text || code);
    this.code = code;
    this.status = status;
    this.seconds = seconds;
    this.values = values || {};
  }

  get isOffline() {
    return this.code === "offline";
  }
}

export function get(path, query = {}) {
  return request("GET", path + queryString(query));
}

export function post(path, body = {}) {
  return request("POST", path, body);
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

async function request(method, path, body) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PATIENCE);
  try {
    const response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json", "X-Sabir": "1" },
      body: body === undefined ? undefined : JSON.stringify(body),
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
  const { code = "other", text = "", seconds = 0, values = {} } = (json && json.error) || {};
  return new ApiError(code, text, response.status, seconds, values);
}

function parse(text) {
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
