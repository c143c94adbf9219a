/** The way to a private talk among the buttons of a call's card: at a desk and with staff in a room alike. */

/**
 * Every call has one, whether its caller wished for it or not: into the room that there is (`enter(talk)`), or to have it
 * made (`open(look)`, null where that cannot be). `others`: the card's other answers, which go before it where nobody
 * wished for it.
 */
export function withTalk({ wish, talk }, { enter, open }, others) {
  const way = talk ? enter(talk) : open(wish ? "" : "plain");
  return wish || talk ? [way, ...others] : [...others, way];
}
