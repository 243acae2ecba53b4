// Where the 55 places lie: a spiral that hugs the edges of any box, as on the old printed sheets.
// Pure geometry, no document. Lengths are measured in r, the radius of an ordinary medallion.

export const GOAL = 54;
export const FIRST_OF_PALIO_ZONE = 48;

const START_RADIUS = 1.28;
const GOAL_RADII = [3.2, 2.9, 2.6, 2.25]; // the least is tried first, then the largest that fits
const GAP = 0.25; // between neighbours on the way
const LANE_GAP = 0.24; // between a lap and the one inside it
const LEAST_GAP = 0.1; // between any two medallions, and around the centre
const CORNER = 2.1;
const SHRINK = 0.985;
const TEXT_IN_RADIUS = 0.95; // the largest number font that a medallion holds

// → { r, frame, squares: [{x, y, r} × 55], way: [{x, y, heading}…], centre, spare }
// The largest medallions that leave a rectangle free for the `centre`, and a second one beside it
// for the `spare` ({width, height} each); with no centre asked for, the largest that fit.
// What cannot be had: first the spare goes, then the centre, the text's size last.
export function layOut(box) {
  // A page that has just come asks twice: without a picture, and with its first one.
  const asked = JSON.stringify(box);
  if (last.asked !== asked) last = { asked, laid: laidOut(box) };
  return last.laid;
}

let last = {};

function laidOut({ width, height, text = 0, centre = null, spare = null }) {
  const box = { width, height, text, centre, spare };
  // A box much longer than wide holds all in one lap: then the home straight cannot lie inside it.
  const laid = search({ ...box, homeInside: true }) ?? search({ ...box, homeInside: false });
  if (!laid) throw new Error(`no board fits into ${width} × ${height}`);
  return spare && laid.share < 1 ? laidOut({ width, height, text, centre }) : laid;
}

function search(box) {
  const { width, height, text, centre } = box;
  const least = Math.max(text / TEXT_IN_RADIUS, Math.min(width, height) / 60);
  const smallest = Math.min(least, Math.max(width, height) / 200);
  let best = null;
  for (let r = Math.sqrt((width * height) / GOAL) / 2; r >= least || (!best && r >= smallest); r *= SHRINK) {
    if (centre && r > 1.1 * least && tooLarge(width, height, r, centre)) continue;
    const laid = layFree(box, r, GOAL_RADII.at(-1), best?.share);
    if (laid?.share >= 1) return withLargestGoal(laid, box, r);
    if (laid && (!best || laid.share > best.share)) best = laid;
  }
  return best;
}

// Null if nothing can be laid, or nothing that leaves free more than that share of what is asked.
function layFree({ width, height, centre, spare, homeInside }, r, goal, share = -1) {
  const laid = lay(width, height, r, homeInside, goal);
  if (!laid) return null;
  const middle = largestFree(laid, width, height, centre);
  if (!centre) return { ...laid, centre: middle, spare: middle, share: 1 };
  const shareOf = (free, asked) => Math.min(free.width / asked.width, free.height / asked.height);
  const inside = shareOf(middle, centre);
  if (inside <= share) return null;
  const beside = largestFree({ ...laid, taken: [middle] }, width, height, spare);
  return { ...laid, centre: middle, spare: beside, share: Math.min(inside, spare ? shareOf(beside, spare) : 1) };
}

function withLargestGoal(laid, box, r) {
  for (const goal of GOAL_RADII.slice(0, -1)) {
    const larger = layFree(box, r, goal);
    if (larger?.share >= 1) return larger;
  }
  return laid;
}

// One lap and the run above its bottom are always there: spares the search where it is hopeless.
const tooLarge = (width, height, r, centre) =>
  width - 4 * r < centre.width || height - 6 * r < centre.height;

export function frameOf(width, height) {
  return Math.max(5, Math.min(width, height) * 0.024);
}

function lay(width, height, r, homeInside, goalRadius) {
  const frame = frameOf(width, height);
  const edge = frame + LEAST_GAP * r;
  const start = START_RADIUS * r;
  const first = { x: edge + start, y: height - edge - start, r: start };
  const way = wayOf(width, height, r, edge, first);
  const squares = [first];
  let at = 0;
  for (let number = 1; number < GOAL; number++) {
    const before = squares[number - 1];
    const apart = before.r + r + GAP * r;
    while (at < way.length && distance(way[at], before) < apart) at++;
    if (at === way.length) return null;
    squares.push({ x: way[at].x, y: way[at].y, r });
  }
  // The last laps are the narrow ones: only there can neighbours of two laps meet.
  const clash = (place, upTo) => squares.slice(0, upTo).some((other) =>
    distance(place, other) < place.r + other.r + LEAST_GAP * r - 0.01);
  for (let number = 2; number < GOAL; number++) {
    if (clash(squares[number], number - 1)) return null;
  }
  if (homeInside && way[at].leg < 4) return null;
  const goal = goalOf(squares[GOAL - 1], way[at].heading, r, goalRadius * r, (place) => clash(place, GOAL)
    || place.x < edge + place.r || place.x > width - edge - place.r
    || place.y < edge + place.r || place.y > height - edge - place.r);
  if (!goal) return null;
  squares.push(goal);
  return { r, frame, squares, way: way.slice(0, at + 1) };
}

const distance = (a, b) => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2); // hypot is far slower

// Beyond 53, as straight ahead as there is room; its outer side in line with the way's.
function goalOf(last, heading, r, goal, isTaken) {
  const apart = goal + r + GAP * r;
  for (let turn = Math.asin((goal - r) / apart); turn < Math.PI * 0.7; turn += 0.04) {
    const angle = heading - turn; // the spiral turns left
    const place = { x: last.x + apart * Math.cos(angle), y: last.y + apart * Math.sin(angle), r: goal };
    if (!isTaken(place)) return place;
  }
  return null;
}

// The centre line as points close to each other: right, up, left, down, and again further in.
function wayOf(width, height, r, edge, first) {
  const lane = (lap) => edge + r + lap * (2 + LANE_GAP) * r;
  // The start is larger than a lane is wide: what runs above it is lifted.
  const lift = Math.max(0, first.r + r + LANE_GAP * r - (first.y - (height - lane(1))));
  const corners = [{ x: first.x, y: height - lane(0) }];
  for (let lap = 0; ; lap++) {
    const bottom = height - lane(lap) - (lap ? lift : 0);
    const next = height - lane(lap + 1) - lift;
    const right = width - lane(lap);
    if (right - lane(Math.max(0, lap - 1)) < r || bottom - lane(lap) < r) break;
    corners.push({ x: right, y: bottom }, { x: right, y: lane(lap) });
    if (right - lane(lap) < r || next - lane(lap) < r) break;
    corners.push({ x: lane(lap), y: lane(lap) }, { x: lane(lap), y: next });
  }
  return rounded(corners, CORNER * r, r / 40);
}

function rounded(corners, radius, step) {
  const points = [];
  let from = corners[0];
  for (let i = 1; i < corners.length; i++) {
    const corner = corners[i];
    const heading = Math.atan2(corner.y - corners[i - 1].y, corner.x - corners[i - 1].x);
    const after = corners[i + 1];
    const cut = after ? Math.min(radius, distance(corner, corners[i - 1]) / 2,
      distance(corner, after) / 2) : 0;
    const long = distance(from, corner) - cut;
    for (let done = 0; done < long; done += step) {
      points.push({ x: from.x + done * Math.cos(heading), y: from.y + done * Math.sin(heading),
        heading, leg: i - 1 });
    }
    if (!cut) break;
    const middle = { x: corner.x - cut * Math.cos(heading) + cut * Math.sin(heading),
      y: corner.y - cut * Math.sin(heading) - cut * Math.cos(heading) };
    for (let turn = 0; turn < Math.PI / 2; turn += step / cut) {
      const angle = heading - turn;
      points.push({ x: middle.x - cut * Math.sin(angle), y: middle.y + cut * Math.cos(angle),
        heading: angle, leg: i - 1 + turn / (Math.PI / 2) });
    }
    const ahead = heading - Math.PI / 2;
    from = { x: corner.x + cut * Math.cos(ahead), y: corner.y + cut * Math.sin(ahead) };
  }
  return points;
}

// The largest free rectangle, preferably one that is at least as large as asked for.
function largestFree({ r, frame, squares, taken = [] }, width, height, asked) {
  const gap = LEAST_GAP * r;
  const boxes = squares.map(({ x, y, r: own }) => ({ left: x - own - gap, right: x + own + gap,
    top: y - own - gap, bottom: y + own + gap }));
  boxes.push(...taken.map((box) => ({ left: box.x, right: box.x + box.width, top: box.y,
    bottom: box.y + box.height })));
  boxes.sort((a, b) => a.top - b.top);
  // Widest first: most of the narrow ones then need no look at all.
  const edges = (all) => [...new Set(all.map((edge) => Math.round(edge)))].sort((a, b) => a - b);
  const lefts = edges([frame, ...boxes.map((box) => Math.ceil(box.right))]);
  const rights = edges([width - frame - 1, ...boxes.map((box) => Math.floor(box.left))]).reverse();
  boxes.push({ left: -Infinity, right: Infinity, top: height - frame, bottom: height });
  let best = { rated: 0, x: width / 2, y: height / 2, width: 0, height: 0 };
  const rate = (w, h) => {
    const share = asked ? Math.min(1, w / asked.width, h / asked.height) : 1;
    const square = share * share; // ** is far slower
    return square * square * w * h;
  };
  for (const left of lefts) {
    const beside = boxes.filter((box) => box.right > left);
    for (const right of rights) {
      const wide = right - left;
      if (wide < 2 * r || rate(wide, height) <= best.rated) break;
      let free = frame;
      for (const box of beside) {
        if (box.left >= right) continue;
        const high = box.top - free;
        if (high > 2 * r && rate(wide, high) > best.rated) {
          best = { rated: rate(wide, high), x: left, y: free, width: wide, height: high };
        }
        free = Math.max(free, box.bottom);
      }
    }
  }
  const { x, y, width: w, height: h } = best;
  return { x, y, width: w, height: h };
}
