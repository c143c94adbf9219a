/** What is told of a node. */

/** `lost`, `late`, `standby` or `fine`. What is not known is fine: nothing is said of it. */
export function stateOf(node) {
  if (node.up === false) return "lost";
  if (node.behind > 0) return "late";
  return node.standby ? "standby" : "fine";
}

/** `{name, facts}`: what it is called, and sentences on it. */
export function describe(node, words) {
  const { t } = words;
  return {
    name: node.name || t({ host: "staff.map.host", stream: "staff.map.stream" }[node.kind] || "staff.map.this"),
    facts: [
      node.own && (node.name || node.kind !== "node") && t("staff.map.this"),
      people(node, t),
      node.standby && t("staff.map.standby"),
      lost(node, words),
      lag(node, t),
      node.held > 0 && t("staff.map.held", { n: node.held }),
    ].filter(Boolean),
  };
}

/** One that is gone has nobody that we know of. */
function people({ kind, people: n, up, own }, t) {
  if (kind === "stream") return t("staff.map.elsewhere", { n });
  if (up === false && !own) return null;
  return n ? t("staff.here", { n }) : t("staff.here.none");
}

function lost({ up, since }, words) {
  if (up !== false) return null;
  return since ? words.t("staff.map.lost.since", { time: words.time(since) }) : words.t("staff.map.lost");
}

function lag({ behind, up }, t) {
  if (behind === null || up === false) return null;
  return behind ? t("staff.map.behind", { n: behind }) : t("staff.map.current");
}
