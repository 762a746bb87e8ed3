import { pick, type Random } from "../../../platform/process/random.ts";
import { between } from "./random.ts";
import type { Tones } from "./tones.ts";

/** What a motif is drawn on: sizes in units of the drawing, `focus` is the visual centre, away from the title. */
export interface Canvas {
  width: number;
  height: number;
  focus: { x: number; y: number };
  tones: Tones;
  random: Random;
}

/** Draws the geometric pattern of a cover as SVG elements. */
export type Motif = (canvas: Canvas) => string;

const px = (value: number) => Number(value.toFixed(1));
const polygon = (points: number[][], fill: string, opacity = 1) =>
  `<polygon points="${points.map(([x, y]) => `${px(x!)},${px(y!)}`).join(" ")}" fill="${fill}" opacity="${px(opacity)}"/>`;
const circle = (x: number, y: number, radius: number, paint: string) =>
  `<circle cx="${px(x)}" cy="${px(y)}" r="${px(radius)}" ${paint}/>`;
const count = (n: number) => Array.from({ length: n }, (_, index) => index);

/** A burst of wedges from the focus. */
export const rays: Motif = ({ width, height, focus, tones, random }) => {
  const wedges = Math.round(between(random, 11, 18));
  const turn = random() * Math.PI;
  const reach = width + height;
  const step = (2 * Math.PI) / wedges;
  const wedge = (index: number) => {
    const start = turn + index * step;
    const end = start + step * 0.5;
    return polygon(
      [
        [focus.x, focus.y],
        [focus.x + reach * Math.cos(start), focus.y + reach * Math.sin(start)],
        [focus.x + reach * Math.cos(end), focus.y + reach * Math.sin(end)],
      ],
      index % 3 === 0 ? tones.mid : tones.low,
    );
  };
  const radius = Math.min(width, height) * 0.17;
  return (
    count(wedges).map(wedge).join("") +
    circle(focus.x, focus.y, radius * 1.5, `fill="${tones.base}"`) +
    circle(focus.x, focus.y, radius, `fill="${tones.accent}"`)
  );
};

/** A low sun behind ridges. */
export const peaks: Motif = ({ width, height, focus, tones, random }) => {
  const sun = circle(focus.x, focus.y, Math.min(width, height) * between(random, 0.16, 0.22), `fill="${tones.accent}"`);
  const ridge = (fill: string, level: number, rise: number) => {
    const steps = Math.round(between(random, 4, 7));
    const crest = count(steps * 2 + 1).map((index) => [
      (index * width) / (steps * 2),
      level - (index % 2 === 1 ? between(random, 0.45, 1) : between(random, 0, 0.25)) * rise,
    ]);
    return polygon([[0, height], ...crest, [width, height]], fill);
  };
  return (
    sun +
    ridge(tones.mid, height * 0.62, height * 0.32) +
    ridge(tones.low, height * 0.74, height * 0.26) +
    ridge(tones.deep, height * 0.92, height * 0.24)
  );
};

/** Circles within circles, one of them shining. */
export const rings: Motif = ({ width, height, focus, tones, random }) => {
  const gap = Math.min(width, height) * between(random, 0.1, 0.14);
  const shining = Math.round(between(random, 1, 4));
  return count(10)
    .map((index) => {
      const shines = index === shining;
      const stroke = shines ? tones.accent : index % 2 === 0 ? tones.mid : tones.low;
      const thickness = shines ? gap * 0.14 : gap * 0.46;
      return circle(
        focus.x,
        focus.y,
        gap * (index + 0.6),
        `fill="none" stroke="${stroke}" stroke-width="${px(thickness)}"`,
      );
    })
    .join("");
};

/** A heap of isometric cubes. */
export const cubes: Motif = ({ width, height, focus, tones, random }) => {
  const side = Math.min(width, height) * between(random, 0.14, 0.19);
  const dx = side * 0.866;
  const reach = Math.min(width, height) * 0.78;
  const cube = (x: number, y: number, top: string) =>
    polygon(
      [
        [x, y - side],
        [x + dx, y - side / 2],
        [x, y],
        [x - dx, y - side / 2],
      ],
      top,
    ) +
    polygon(
      [
        [x - dx, y - side / 2],
        [x, y],
        [x, y + side],
        [x - dx, y + side / 2],
      ],
      tones.low,
    ) +
    polygon(
      [
        [x + dx, y - side / 2],
        [x, y],
        [x, y + side],
        [x + dx, y + side / 2],
      ],
      tones.base,
    );
  const drawn: string[] = [];
  for (let row = -5; row <= 5; row++) {
    for (let column = -5; column <= 5; column++) {
      const x = focus.x + (column + (row & 1 ? 0.5 : 0)) * dx * 2;
      const y = focus.y + row * side * 1.5;
      const distance = Math.hypot(x - focus.x, y - focus.y) / reach;
      if (distance > between(random, 0.55, 1.15)) continue;
      drawn.push(
        cube(x, y, row === 0 && column === 0 ? tones.accent : pick(random, [tones.mid, tones.mid, tones.high])),
      );
    }
  }
  return drawn.join("");
};

/** Paths around a bright body, each with a companion. */
export const orbits: Motif = ({ width, height, focus, tones, random }) => {
  const unit = Math.min(width, height);
  const tilt = between(random, -32, 32);
  const stars = count(26).map(() =>
    circle(random() * width, random() * height, between(random, 0.6, 1.7), `fill="${tones.high}"`),
  );
  const paths = count(4).map((index) => {
    const across = unit * (0.3 + index * 0.2);
    const angle = random() * 2 * Math.PI;
    const x = focus.x + across * Math.cos(angle);
    const y = focus.y + across * 0.42 * Math.sin(angle);
    return (
      `<ellipse cx="${px(focus.x)}" cy="${px(focus.y)}" rx="${px(across)}" ry="${px(across * 0.42)}" fill="none" stroke="${tones.mid}" stroke-width="1.6"/>` +
      circle(x, y, unit * between(random, 0.02, 0.045), `fill="${index === 1 ? tones.accent : tones.high}"`)
    );
  });
  return (
    stars.join("") +
    circle(focus.x, focus.y, unit * 0.2, `fill="${tones.low}"`) +
    circle(focus.x, focus.y, unit * 0.13, `fill="${tones.high}"`) +
    `<g transform="rotate(${px(tilt)} ${px(focus.x)} ${px(focus.y)})">${paths.join("")}</g>`
  );
};

/** Quarter circles on a board, turned at random. */
export const tiles: Motif = ({ width, height, focus, tones, random }) => {
  const side = Math.min(width, height) / Math.round(between(random, 4, 5.9));
  const drawn: string[] = [];
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      const holdsFocus = focus.x >= x && focus.x < x + side && focus.y >= y && focus.y < y + side;
      const fill = holdsFocus ? tones.accent : pick(random, [tones.low, tones.low, tones.mid, tones.base]);
      const [cx, cy] = pick(random, [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]);
      const corner = `M${px(x + cx! * side)} ${px(y + cy! * side)}`;
      const from = `L${px(x + (1 - cx!) * side)} ${px(y + cy! * side)}`;
      const sweep = cx === cy ? 1 : 0;
      const arc = `A${px(side)} ${px(side)} 0 0 ${sweep} ${px(x + cx! * side)} ${px(y + (1 - cy!) * side)}`;
      drawn.push(`<path d="${corner}${from}${arc}Z" fill="${fill}"/>`);
    }
  }
  return drawn.join("");
};

/** Slanted bars rushing past. */
export const bars: Motif = ({ width, height, tones, random }) => {
  const slant = height * between(random, 0.45, 0.7);
  const drawn: string[] = [];
  const bright = between(random, 0.5, 0.75) * width;
  let shone = false;
  for (let x = -slant; x < width; ) {
    const thickness = between(random, 0.02, 0.1) * width;
    const shines: boolean = !shone && x > bright;
    shone ||= shines;
    const breadth = shines ? width * 0.03 : thickness;
    drawn.push(
      polygon(
        [
          [x + slant, 0],
          [x + slant + breadth, 0],
          [x + breadth, height],
          [x, height],
        ],
        shines ? tones.accent : pick(random, [tones.low, tones.low, tones.mid, tones.high]),
      ),
    );
    x += breadth + between(random, 0.02, 0.06) * width;
  }
  return drawn.join("");
};

/** Rolling swells under a moon. */
export const waves: Motif = ({ width, height, focus, tones, random }) => {
  const length = width * between(random, 0.5, 0.9);
  const fills = [tones.high, tones.mid, tones.low, tones.base];
  const swell = (fill: string, index: number) => {
    const level = height * (0.42 + index * 0.13);
    const swing = height * between(random, 0.04, 0.09);
    const start = -random() * length;
    let path = `M${px(start)} ${px(level)}`;
    for (let x = start; x < width; x += length) {
      path += `q${px(length / 4)} ${px(-swing * 2)} ${px(length / 2)} 0t${px(length / 2)} 0`;
    }
    return `<path d="${path}V${height}H${px(start)}Z" fill="${fill}"/>`;
  };
  const moon = circle(focus.x, height * 0.3, Math.min(width, height) * 0.14, `fill="${tones.accent}"`);
  return moon + fills.map(swell).join("");
};

/** A surface of broken facets. */
export const shards: Motif = ({ width, height, focus, tones, random }) => {
  const columns = Math.round(width / 62);
  const rows = Math.round(height / 58);
  const points = count(rows + 1).map((row) =>
    count(columns + 1).map((column) => [
      ((column + (column % columns === 0 ? 0 : between(random, -0.35, 0.35))) * width) / columns,
      ((row + (row % rows === 0 ? 0 : between(random, -0.35, 0.35))) * height) / rows,
    ]),
  );
  const drawn: string[] = [];
  let nearest = { distance: Number.POSITIVE_INFINITY, facet: [] as number[][] };
  const draw = (facet: number[][]) => {
    drawn.push(polygon(facet, pick(random, [tones.deep, tones.base, tones.low, tones.low, tones.mid])));
    const distance = Math.hypot(
      facet.reduce((sum, [x]) => sum + x! / 3, 0) - focus.x,
      facet.reduce((sum, [, y]) => sum + y! / 3, 0) - focus.y,
    );
    if (distance < nearest.distance) nearest = { distance, facet };
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [a, b] = [points[row]![column]!, points[row]![column + 1]!];
      const [c, d] = [points[row + 1]![column]!, points[row + 1]![column + 1]!];
      draw([a, b, c]);
      draw([b, d, c]);
    }
  }
  return drawn.join("") + polygon(nearest.facet, tones.accent);
};

/** Coarse pixels falling apart. */
export const pixels: Motif = ({ width, height, focus, tones, random }) => {
  const side = Math.min(width, height) / 12;
  const reach = Math.max(width, height) * 0.55;
  const drawn: string[] = [];
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      const distance = Math.hypot(x + side / 2 - focus.x, y + side / 2 - focus.y) / reach;
      if (random() < distance * 1.15) continue;
      const shines = distance < 0.3 && random() < 0.22;
      const fill = shines ? tones.accent : pick(random, [tones.low, tones.mid, tones.mid, tones.high]);
      drawn.push(`<rect x="${px(x)}" y="${px(y)}" width="${px(side - 1)}" height="${px(side - 1)}" fill="${fill}"/>`);
    }
  }
  return drawn.join("");
};
