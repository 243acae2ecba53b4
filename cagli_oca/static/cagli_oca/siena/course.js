// Where the spaces of the track lie: the Piazza del Campo from above, run clockwise, the Palazzo
// below. Arithmetic only, no document. A track is the edition's (P18): lanes by row, where the two
// curves are. Lane 1 runs along the inner border; where lanes are missing the outer one comes nearer.
//
// A place along the course is a number: 0 is the line, row r lies between r - 1 and r, 30 is the line again.

export const ROWS = 30;

const LANES_BESIDE = 24; // lane widths in the width: the rows before the Palazzo need room
const LANES_ABOVE = 21; // and in the height
const MOST_LANES = 5;
const HOUSES = 1.15; // around the track, in lane widths
const PALACE = 3.3; // below it
const CORNER = 1.45; // radius of the inner border in the two curves
const EVEN_AT = 1; // rows are equally long this far from the inner border
const TAPER = 0.7; // of a row, where lanes open or close

const mod = (value, by) => ((value % by) + by) % by;

// The row on the ring of a progress (P19): 0 is row 30, 31 is row 1.
export const rowOf = (progress) => mod(progress - 1, ROWS) + 1;

export function layCourse(track, { width = 1200, height = 900 } = {}) {
  const unit = Math.min(width / LANES_BESIDE, height / LANES_ABOVE);
  const lanesOf = (row) => track.lanes[mod(row - 1, ROWS)];
  const { martino, casato } = middles(track);
  const rowsBelow = Array.from({ length: Math.ceil(casato) - Math.floor(martino) }, (_, i) =>
    lanesOf(Math.floor(martino) + 1 + i));
  const edge = (MOST_LANES + HOUSES) * unit;
  const inner = {
    left: edge, right: width - edge, top: edge, middle: width / 2,
    bottom: height - (Math.max(...rowsBelow) + PALACE) * unit,
  };
  const shape = shapeOf(inner, CORNER * unit);
  const stretches = [
    stretch(shape.below, martino, casato, EVEN_AT * unit),
    stretch(shape.above, casato, martino + ROWS, EVEN_AT * unit),
  ];

  // The point at a place along the course, `out` lane widths outside the inner border.
  const at = (along, out = 0) => {
    const here = martino + mod(along - martino, ROWS);
    const { x, y, heading } = (here < casato ? stretches[0] : stretches[1])(here);
    return { x: x + Math.sin(heading) * out * unit, y: y - Math.cos(heading) * out * unit, heading };
  };

  // How many lane widths of track there are at a place; it tapers in the narrower of two rows.
  const border = (along) => {
    const row = Math.floor(mod(along, ROWS)) + 1;
    const into = mod(along, 1);
    const more = (other, left) =>
      Math.max(0, lanesOf(other) - lanesOf(row)) * ease(Math.max(0, left / TAPER));
    return lanesOf(row) + more(row - 1, TAPER - into) + more(row + 1, into - 1 + TAPER);
  };

  // `out`: lane widths, or what gives them for a place.
  const line = (from, to, out, steps = Math.ceil((to - from) * 8)) => {
    const points = [];
    for (let i = 0; i <= steps; i++) {
      const along = from + ((to - from) * i) / steps;
      points.push(at(along, typeof out === "function" ? out(along) : out));
    }
    return points;
  };

  return {
    width, height, unit, inner, lanesOf, at, border, line, martino, casato,
    viewBox: `0 0 ${width} ${height}`,
    centre: centreOf(inner, unit),

    // The middle of a space; 0 and less is behind the line. `angle`: of the running, 0 to the right.
    space(progress, lane) {
      const row = rowOf(progress);
      const { x, y, heading } = at(row - 0.5, lane - 0.5);
      return { x, y, angle: mod((heading * 180) / Math.PI, 360), row };
    },

    // The outline of a space, for a path's `d`.
    cell(progress, lane) {
      const row = rowOf(progress);
      return outline(line(row - 1, row, lane - 1), line(row - 1, row, lane));
    },
  };
}

const ease = (t) => t * t * (3 - 2 * t);

// The middles of the two curves along the course. San Martino comes first on the way round.
function middles({ san_martino: [first, last], casato: [from, to] }) {
  const martino = (first - 1 + last) / 2;
  const casato = (from - 1 + to) / 2;
  return { martino, casato: casato > martino ? casato : martino + ROWS * 0.37 };
}

// The inner border in two parts: from the middle of San Martino along the Palazzo to the middle of
// Casato, and from there round the shell.
function shapeOf({ left, right, top, middle, bottom }, corner) {
  const lean = 0.1; // of the sides, so that the shell opens a little towards its middle
  const shoulder = top + (bottom - top) * 0.58;
  const cut = corner * Math.tan((Math.PI / 2 - lean) / 2);
  const foot = { x: right - Math.tan(lean) * (bottom - shoulder) * 0.5, y: bottom };
  const near = { x: foot.x + cut * Math.sin(lean), y: foot.y - cut * Math.cos(lean) };
  const handle = (near.y - shoulder) * 0.4;
  const round = 0.56; // nearly a quarter of an ellipse
  const side = [
    ...cubic([middle, top], [middle + (right - middle) * round * 1.08, top],
      [right, shoulder - (shoulder - top) * round], [right, shoulder]),
    ...cubic([right, shoulder], [right, shoulder + handle],
      [near.x + Math.sin(lean) * handle, near.y - Math.cos(lean) * handle], [near.x, near.y]),
  ];
  const centre = { x: foot.x - cut, y: bottom - corner };
  const bend = arc(centre, corner, Math.PI / 2 + lean, Math.PI);
  const half = (bend.length - 1) / 2;
  const mirrored = (points) => points.map(({ x, y, heading }) =>
    ({ x: 2 * middle - x, y, heading: 2 * Math.PI - heading })).reverse();
  const turned = (points) => points.map((point) => ({ ...point, heading: point.heading + 2 * Math.PI }));
  const flat = straight({ x: centre.x, y: bottom }, { x: 2 * middle - centre.x, y: bottom });
  return {
    below: [...bend.slice(half), ...flat, ...mirrored(bend).slice(0, half + 1)],
    above: [...mirrored(bend).slice(half), ...mirrored(side), ...turned([...side, ...bend.slice(0, half + 1)])],
  };
}

function cubic([ax, ay], [bx, by], [cx, cy], [dx, dy], steps = 120) {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps;
    const s = 1 - t;
    const u = 3 * s * s * (bx - ax) + 6 * s * t * (cx - bx) + 3 * t * t * (dx - cx);
    const v = 3 * s * s * (by - ay) + 6 * s * t * (cy - by) + 3 * t * t * (dy - cy);
    return {
      x: s ** 3 * ax + 3 * s * s * t * bx + 3 * s * t * t * cx + t ** 3 * dx,
      y: s ** 3 * ay + 3 * s * s * t * by + 3 * s * t * t * cy + t ** 3 * dy,
      heading: Math.atan2(v, u),
    };
  });
}

// Clockwise, between two headings.
function arc(centre, radius, from, to, steps = 60) {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const heading = from + ((to - from) * i) / steps;
    return { x: centre.x + radius * Math.sin(heading), y: centre.y - radius * Math.cos(heading), heading };
  });
}

function straight(from, to, steps = 80) {
  return Array.from({ length: steps + 1 }, (_, i) =>
    ({ x: from.x + ((to.x - from.x) * i) / steps, y: from.y, heading: Math.PI }));
}

// → a function from a place between `from` and `to` to the point there, rows equally long at `out`.
function stretch(points, from, to, out) {
  const moved = points.map(({ x, y, heading }) => [x + Math.sin(heading) * out, y - Math.cos(heading) * out]);
  const far = [0];
  for (let i = 1; i < moved.length; i++) {
    far.push(far[i - 1] + Math.hypot(moved[i][0] - moved[i - 1][0], moved[i][1] - moved[i - 1][1]));
  }
  return (along) => {
    const wanted = ((along - from) / (to - from)) * far.at(-1);
    let low = 0;
    let high = far.length - 1;
    while (high - low > 1) {
      const half = (low + high) >> 1;
      if (far[half] <= wanted) low = half;
      else high = half;
    }
    const t = far[high] > far[low] ? (wanted - far[low]) / (far[high] - far[low]) : 0;
    const [a, b] = [points[low], points[high]];
    const mix = (name) => a[name] + (b[name] - a[name]) * t;
    return { x: mix("x"), y: mix("y"), heading: mix("heading") };
  };
}

// What is free inside the shell for words: a rectangle as wide as the arch above it allows.
function centreOf({ left, right, top, middle, bottom }, unit) {
  const walk = 0.8 * unit;
  const share = 0.8;
  const shoulder = top + (bottom - top) * 0.58;
  const width = (right - left - 2 * walk) * share;
  const y = shoulder - (shoulder - top - walk) * Math.sqrt(1 - share ** 2);
  return { x: middle - width / 2, y, width, height: bottom - walk - y };
}

const round = (value) => Number(value.toFixed(1));

export const through = (points) =>
  points.map(({ x, y }, i) => `${i ? "L" : "M"}${round(x)} ${round(y)}`).join("");

// The area between two lines that run the same way.
export const outline = (inside, outside) => `${through([...inside, ...[...outside].reverse()])}Z`;
