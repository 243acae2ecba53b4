// Where the pawns' names stand: each inside the shell, near its pawn, none over another, none on the
// track. A little physics of boxes; the same pawns give the same places.

const ROUNDS = 220;

function isInside(polygon, { x, y }) {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i, i += 1) {
    const [a, b] = [polygon[i], polygon[j]];
    if ((a.y > y) !== (b.y > y) && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

// labels: [{x, y, width, height}], x and y where the middle would best be. → [{x, y}]
export function spread(labels, region, gap) {
  const middle = region.reduce((sum, { x, y }) => ({ x: sum.x + x / region.length, y: sum.y + y / region.length }), { x: 0, y: 0 });
  const placed = labels.map(({ x, y }) => ({ x, y }));
  const corners = ({ x, y }, { width, height }) => [[-1, -1], [1, -1], [-1, 1], [1, 1]]
    .map(([dx, dy]) => ({ x: x + (dx * width) / 2, y: y + (dy * height) / 2 }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const settling = 1 - round / ROUNDS;
    placed.forEach((one, i) => {
      one.x += (labels[i].x - one.x) * 0.08 * settling;
      one.y += (labels[i].y - one.y) * 0.08 * settling;
    });
    for (let i = 0; i < placed.length; i += 1) {
      for (let j = 0; j < i; j += 1) part(placed[i], placed[j], labels[i], labels[j], gap);
    }
    placed.forEach((one, i) => {
      const outside = corners(one, labels[i]).filter((corner) => !isInside(region, corner));
      if (!outside.length) return;
      const pull = outside.reduce((sum, { x, y }) => ({ x: sum.x + middle.x - x, y: sum.y + middle.y - y }), { x: 0, y: 0 });
      const far = Math.hypot(pull.x, pull.y) || 1;
      one.x += (pull.x / far) * gap * 1.5;
      one.y += (pull.y / far) * gap * 1.5;
    });
  }
  return placed;
}

function part(a, b, { width, height }, other, gap) {
  const wide = (width + other.width) / 2 + gap - Math.abs(a.x - b.x);
  const high = (height + other.height) / 2 + gap - Math.abs(a.y - b.y);
  if (wide <= 0 || high <= 0) return;
  if (high <= wide) {
    const push = (a.y < b.y || (a.y === b.y && a.x < b.x) ? -1 : 1) * high * 0.52;
    a.y += push / 1.04;
    b.y -= push / 1.04;
  } else {
    const push = (a.x < b.x ? -1 : 1) * wide * 0.5;
    a.x += push;
    b.x -= push;
  }
}
