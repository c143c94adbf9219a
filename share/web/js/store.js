/** What this device remembers. Works without localStorage (private windows, captive portals): then until reload. */

const PREFIX = "sabir.";
const memory = new Map();

export function read(key, otherwise = null) {
  const text = readText(PREFIX + key);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function write(key, value) {
  const text = JSON.stringify(value);
  memory.set(PREFIX + key, text);
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    /* Full or forbidden: it stays in memory. */
  }
}

export function forget(key) {
  memory.delete(PREFIX + key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    /* Forbidden: there was nothing to remove. */
  }
}

/** What belongs to the device, or to whoever works at it, and not to its visitors. */
const OF_THE_HOUSE = /^(two\.place|staff\b.*)$/;

/** All that visitors left here. */
export function forgetAll() {
  for (const key of keys("")) if (!OF_THE_HOUSE.test(key)) forget(key);
  try {
    sessionStorage.clear();
  } catch {
    /* Forbidden: there is nothing. */
  }
}

/** All keys that begin so. */
export function keys(prefix) {
  const found = new Set(memory.keys());
  try {
    for (let at = 0; at < localStorage.length; at += 1) found.add(localStorage.key(at));
  } catch {
    /* Forbidden. */
  }
  return [...found].filter((key) => key.startsWith(PREFIX + prefix)).map((key) => key.slice(PREFIX.length));
}

function readText(key) {
  try {
    const stored = localStorage.getItem(key);
    if (stored !== null) return stored;
  } catch {
    /* Forbidden. */
  }
  return memory.has(key) ? memory.get(key) : null;
}
