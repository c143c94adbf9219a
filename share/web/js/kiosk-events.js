/**
 * Reads Server-Sent Events from a response, so that a refusal has its status and silence can be told from quiet:
 * an EventSource shows neither.
 */

/** Calls `onEvent(name, data)` for each event and `onSign()` for any bytes at all, until the stream ends. */
export async function readEvents(body, onEvent, onSign) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const lines = new EventLines(onEvent);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onSign();
    lines.push(decoder.decode(value, { stream: true }));
  }
}

/** The line rules of the event stream format (HTML standard, section 9.2.6), as far as a reader without ids needs them. */
export class EventLines {
  constructor(onEvent) {
    this.onEvent = onEvent;
    this.rest = "";
    this.clear();
  }

  push(text) {
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop();
    for (const line of lines) this.take(line);
  }

  take(line) {
    if (line === "") return this.dispatch();
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line);
    if (field === "event") this.name = value;
    if (field === "data") this.data.push(value);
  }

  dispatch() {
    const { name, data } = this;
    this.clear();
    if (!data.length) return;
    try {
      this.onEvent(name, JSON.parse(data.join("\n")));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }

  clear() {
    this.name = "message";
    this.data = [];
  }
}
