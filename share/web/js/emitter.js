/** Tells listeners by the kind of event. A listener that throws does not keep the others from hearing. */
export class Emitter {
  constructor() {
    this.listeners = new Map();
  }

  /** Returns what takes the listener away again. */
  on(kind, listener) {
    const list = this.listeners.get(kind) || [];
    list.push(listener);
    this.listeners.set(kind, list);
    return () => this.listeners.set(kind, (this.listeners.get(kind) || []).filter((other) => other !== listener));
  }

  emit(kind, value) {
    for (const listener of [...(this.listeners.get(kind) || [])]) {
      try {
        listener(value);
      } catch (error) {
        console.error(error);
      }
    }
  }

  silence() {
    this.listeners.clear();
  }
}
