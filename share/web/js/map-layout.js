/**
 * Where the nodes of a room stand in its picture: the first at the side where reading begins, each further one beside
 * the one that it follows. Pure: numbers in, numbers out, in the picture's own units (CSS pixels at full size).
 */

export const BOX = { width: 216, height: 102 };
const GAP = { across: 44, down: 18 };
const MARGIN = 10;
/** More than any room has: names might form a ring that no relay does. */
const DEEPEST = 12;

/**
 * `nodes`: `{id, parent}` each, the first without a parent. `mirrored`: from right to left. Gives `{width, height,
 * boxes: [{node, x, y}], lines: [{node, from, to}]}`: the upper left corner of each box, and for each node but the first
 * the line from the one that it follows, `{x, y}` at both ends.
 */
export function layout(nodes, { mirrored = false } = {}) {
  const children = childrenOf(nodes);
  const places = new Map();
  const rows = nodes.length ? place(nodes[0], 0, 0, children, places) : 0;
  const columns = Math.max(0, ...[...places.values()].map(({ column }) => column + 1));
  const width = 2 * MARGIN + Math.max(0, columns * (BOX.width + GAP.across) - GAP.across);
  const height = 2 * MARGIN + Math.max(0, rows * (BOX.height + GAP.down) - GAP.down);
  const boxes = [...places].map(([node, { row, column }]) => boxAt(node, row, column, mirrored ? width : 0));
  return { width, height, boxes, lines: linesBetween(boxes, mirrored) };
}

/** Whoever follows a node that is not there follows the first. */
function childrenOf(nodes) {
  const children = new Map(nodes.map(({ id }) => [id, []]));
  for (const node of nodes.slice(1)) {
    const parent = children.has(node.parent) && node.parent !== node.id ? node.parent : nodes[0].id;
    children.get(parent).push(node);
  }
  return children;
}

/** Places the node and all behind it from `row` on; the next free row. A node stands at the middle of those behind it. */
function place(node, row, column, children, places) {
  const behind = column < DEEPEST ? children.get(node.id).filter((child) => !places.has(child)) : [];
  places.set(node, { row, column });
  let next = row;
  for (const child of behind) next = place(child, next, column + 1, children, places);
  if (behind.length) {
    const rows = [behind[0], behind[behind.length - 1]].map((child) => places.get(child).row);
    places.set(node, { row: (rows[0] + rows[1]) / 2, column });
  }
  return Math.max(next, row + 1);
}

function boxAt(node, row, column, mirroredWidth) {
  const across = MARGIN + column * (BOX.width + GAP.across);
  const x = mirroredWidth ? mirroredWidth - across - BOX.width : across;
  return { node, x, y: MARGIN + row * (BOX.height + GAP.down) };
}

function linesBetween(boxes, mirrored) {
  const byId = new Map(boxes.map((box) => [box.node.id, box]));
  const side = (box, isNear) => ({ x: box.x + (isNear === mirrored ? BOX.width : 0), y: box.y + BOX.height / 2 });
  return boxes.slice(1).map((box) => {
    const from = byId.get(box.node.parent) || boxes[0];
    return { node: box.node, from: side(from, false), to: side(box, true) };
  });
}
