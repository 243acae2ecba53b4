// Where the pawns' names stand: each inside the shell, near its pawn, none over another, none on the
// track. A little physics of boxes; the same pawns give the same places.

const ROUNDS = 500;
const FREE = 0.4;        // of the rounds: from then on nothing pulls a name to its pawn any more
const TRIES = 12;

function isInside(polygon, { x, y }) {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i, i += 1) {
    const [a, b] = [polygon[i], polygon[j]];
    if ((a.y > y) !== (b.y > y) && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

const corners = ({ x, y }, { width, height }) => [[-1, -1], [1, -1], [-1, 1], [1, 1]]
  .map(([dx, dy]) => ({ x: x + (dx * width) / 2, y: y + (dy * height) / 2 }));

// labels: [{x, y, width, height}], x and y where the middle would best be. → [{x, y}]
export function spread(labels, region, gap) {
  const middle = region.reduce((sum, { x, y }) => ({ x: sum.x + x / region.length, y: sum.y + y / region.length }), { x: 0, y: 0 });
  const placed = labels.map(({ x, y }) => ({ x, y }));
  placed.forEach((one, i) => keepIn(one, labels[i], region, middle, gap));
  for (let round = 0; round < ROUNDS; round += 1) {
    const pull = 0.08 * Math.max(0, 1 - round / (ROUNDS * FREE));
    placed.forEach((one, i) => {
      one.x += (labels[i].x - one.x) * pull;
      one.y += (labels[i].y - one.y) * pull;
    });
    for (let i = 0; i < placed.length; i += 1) {
      for (let j = 0; j < i; j += 1) part(placed[i], placed[j], labels[i], labels[j], gap, round % 3 === 0);
    }
    placed.forEach((one, i) => keepIn(one, labels[i], region, middle, gap));
  }
  placed.forEach((_, i) => settle(placed, labels, region, i));
  return placed;
}

const meets = (a, b, label, other) => Math.abs(a.x - b.x) < (label.width + other.width) / 2
  && Math.abs(a.y - b.y) < (label.height + other.height) / 2;

// What still lies over another takes the nearest free place there is.
function settle(placed, labels, region, i) {
  const label = labels[i];
  const free = (at) => placed.every((other, j) => j === i || !meets(at, other, label, labels[j]));
  if (free(placed[i])) return;
  const [xs, ys] = ["x", "y"].map((axis) => region.map((point) => point[axis]));
  const step = label.height / 3;
  let best = null;
  for (let x = Math.min(...xs); x < Math.max(...xs); x += step) {
    for (let y = Math.min(...ys); y < Math.max(...ys); y += step) {
      const far = Math.hypot(x - placed[i].x, y - placed[i].y);
      if (best && far >= best.far) continue;
      const at = { x, y };
      if (free(at) && corners(at, label).every((corner) => isInside(region, corner))) best = { ...at, far };
    }
  }
  if (best) Object.assign(placed[i], { x: best.x, y: best.y });
}

function keepIn(one, label, region, middle, gap) {
  for (let i = 0; i < TRIES; i += 1) {
    const outside = corners(one, label).filter((corner) => !isInside(region, corner));
    if (!outside.length) return;
    const pull = outside.reduce((sum, { x, y }) => ({ x: sum.x + middle.x - x, y: sum.y + middle.y - y }), { x: 0, y: 0 });
    const far = Math.hypot(pull.x, pull.y) || 1;
    one.x += (pull.x / far) * gap;
    one.y += (pull.y / far) * gap;
  }
}

// Two names that meet give way: to where there is less to go, now and then to where their pawns are.
function part(a, b, label, other, gap, asPawns) {
  const wide = (label.width + other.width) / 2 + gap - Math.abs(a.x - b.x);
  const high = (label.height + other.height) / 2 + gap - Math.abs(a.y - b.y);
  if (wide <= 0 || high <= 0) return;
  const beside = asPawns
    ? Math.abs(label.x - other.x) / label.width > Math.abs(label.y - other.y) / label.height
    : wide < high;
  const sign = (one, two, first, second) => (one === two ? Math.sign(first - second) || 1 : Math.sign(one - two));
  if (beside) {
    const push = (sign(a.x, b.x, label.x, other.x) * wide) / 2;
    a.x += push;
    b.x -= push;
  } else {
    const push = (sign(a.y, b.y, label.y, other.y) * high) / 2;
    a.y += push;
    b.y -= push;
  }
}
