/**
 * Reads Server-Sent Events from a response. Unlike an EventSource it shows a refusal with its status, and tells
 * silence from quiet, because it sees the signs of life that carry no event.
 */

/** Longer than any event of the node; whoever sends more is not the node. */
const BOUND = 1_000_000;
/** Milliseconds after which the page may draw before it hears on: a thousand lines may come in one piece. */
const TURN = 8;

/** Calls `onEvent(name, data, id)` for each event and `onSign()` for any bytes at all, until the stream ends. */
export async function readEvents(body, onEvent, onSign) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events = new EventLines(onEvent);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onSign();
    await events.push(decoder.decode(value, { stream: true }));
  }
}

/** Lets the page do what else it has to do. Timers will not do: those of a window that is hidden run once a second. */
function turn() {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

/** The rules for lines of the HTML standard, §9.2.6, without `retry`: pauses are decided here. */
class EventLines {
  constructor(onEvent) {
    this.onEvent = onEvent;
    this.rest = "";
    this.id = "";
    this.clear();
  }

  async push(text) {
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop();
    if (this.rest.length > BOUND) throw new Error("An event is too long.");
    let begun = performance.now();
    for (const line of lines) {
      this.take(line);
      if (performance.now() - begun < TURN) continue;
      await turn();
      begun = performance.now();
    }
  }

  take(line) {
    if (line === "") return this.dispatch();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "event") this.name = value;
    if (field === "data") this.data.push(value);
    if (field === "id") this.id = value;
  }

  dispatch() {
    const { name, data, id } = this;
    this.clear();
    if (data.length) this.onEvent(name, data.join("\n"), id);
  }

  clear() {
    this.name = "message";
    this.data = [];
    this.id = "";
  }
}
