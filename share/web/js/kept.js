/** How long a room keeps what is said in it, and where: the sentences of the first screen. */

const DAY = 24;
/** From here on days are easier to grasp than hours. */
const IN_DAYS = 3 * DAY;

export function keptText(room, words) {
  if (room.history === "off") return words.t("enter.kept.off");
  return `${howLong(room, words)} ${words.t(`enter.kept.${room.history === "disk" ? "disk" : "memory"}`)}`;
}

/** Rather longer than shorter: nobody is promised that something is gone which is not. */
function howLong({ keep_hours: hours, keep_messages: messages }, words) {
  if (hours >= IN_DAYS) return words.t("enter.kept.days", { n: Math.ceil(hours / DAY) });
  if (hours > 0) return words.t("enter.kept.hours", { n: hours });
  return messages > 0 ? words.t("enter.kept.messages", { n: messages }) : words.t("enter.kept.ever");
}
