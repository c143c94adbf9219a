/**
 * The calls for help and the reports of all rooms, as they come. A stream and no question every few seconds: a browser
 * lets hidden pages ask but once a minute, and what comes by a stream arrives at once.
 */

import { EventStream } from "./stream.js";

export class StaffWatch {
  /** `onCalls(calls)`, `onReports(reports)`: all of them, at each change; `onLost()`: nothing comes until the next one. */
  constructor({ onCalls, onReports, onLost }) {
    this.isOpen = false;
    this.stream = new EventStream({
      path: () => "/api/staff/watch",
      opening: "help",
      onEvent: (kind, data) => {
        if (kind === "help") onCalls(data.calls);
        if (kind === "reports") onReports(data.reports);
      },
      onState: (state) => {
        this.isOpen = state === "open";
        if (!this.isOpen) onLost();
      },
      onRefused: () => this.stream.failed(),
    });
  }

  open() {
    this.stream.open();
  }

  close() {
    this.isOpen = false;
    this.stream.close();
  }
}
