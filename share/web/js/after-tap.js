/**
 * What is drawn waits for the end of a tap: a button that moves or is made anew between the finger's coming and going
 * is not tapped, and another may be in its place.
 */

/** Milliseconds. A finger that stays for longer does not tap, and a call for help is to be seen. */
const LONGEST = 1_000;
const waiting = [];
/** Null while nobody taps. */
let timer = null;

/** Draws at once where nobody taps; else in turn, behind what the tap does. */
export function afterTap(draw) {
  if (timer === null) draw();
  else waiting.push(draw);
}

function begin() {
  if (timer === null) timer = setTimeout(end, LONGEST);
}

function end() {
  clearTimeout(timer);
  timer = null;
  for (const draw of waiting.splice(0)) draw();
}

addEventListener("pointerdown", begin, true);
for (const event of ["click", "pointercancel"]) addEventListener(event, end);
