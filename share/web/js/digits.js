/** Digits as people type them. */

/** The text with the decimal digits of all scripts as 0 to 9. */
export function plainDigits(text) {
  return text.replace(/\p{Nd}/gu, digitOf);
}

/** Each script has its ten in a row, the first of which is no digit's neighbour before it. */
function digitOf(digit) {
  let zero = digit.codePointAt(0);
  for (let steps = 0; steps < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); steps += 1) zero -= 1;
  return String(digit.codePointAt(0) - zero);
}
