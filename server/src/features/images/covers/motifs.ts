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

/** Dots that shrink with the distance from the focus. */
export const dots: Motif = ({ width, height, focus, tones, random }) => {
  const gap = Math.min(width, height) / Math.round(between(random, 9, 13));
  const reach = Math.max(width, height) * between(random, 0.5, 0.7);
  const drawn: string[] = [];
  for (let row = 0; row * gap * 0.87 < height + gap; row++) {
    for (let column = 0; column * gap < width + gap; column++) {
      const [x, y] = [(column + (row & 1) / 2) * gap, row * gap * 0.87];
      const radius = gap * 0.52 * (1 - Math.hypot(x - focus.x, y - focus.y) / reach);
      if (radius < gap * 0.05) continue;
      const fill = radius > gap * 0.45 ? tones.accent : radius > gap * 0.3 ? tones.high : tones.mid;
      drawn.push(circle(x, y, radius, `fill="${fill}"`));
    }
  }
  return drawn.join("");
};

/** Arrows that point along the cover, one of them bright. */
export const chevrons: Motif = ({ width, height, focus, tones, random }) => {
  const depth = height * between(random, 0.28, 0.42);
  const thickness = width * between(random, 0.07, 0.12);
  const places = Math.ceil((width + depth) / thickness / 1.6);
  return count(places)
    .map((index) => {
      const x = index * thickness * 1.6 - depth;
      const shines = x <= focus.x - depth && focus.x - depth < x + thickness * 1.6;
      const points = [
        [x, 0],
        [x + thickness, 0],
        [x + thickness + depth, height / 2],
        [x + thickness, height],
        [x, height],
        [x + depth, height / 2],
      ];
      return polygon(points, shines ? tones.accent : pick(random, [tones.low, tones.mid, tones.high]));
    })
    .join("");
};

/** A honeycomb with gaps, one cell of which is lit. */
export const hexagons: Motif = ({ width, height, focus, tones, random }) => {
  const radius = Math.min(width, height) * between(random, 0.11, 0.15);
  const [dx, dy] = [radius * 1.732, radius * 1.5];
  const reach = Math.max(width, height) * 0.6;
  const drawn: string[] = [];
  for (let row = -5; row <= 5; row++) {
    for (let column = -6; column <= 6; column++) {
      const x = focus.x + (column + (row & 1) / 2) * dx;
      const y = focus.y + row * dy;
      const isCentre = row === 0 && column === 0;
      if (!isCentre && random() < 0.2 + Math.hypot(x - focus.x, y - focus.y) / reach / 2) continue;
      const corners = count(6).map((corner) => {
        const angle = (corner / 3 + 1 / 6) * Math.PI;
        return [x + radius * 0.92 * Math.cos(angle), y + radius * 0.92 * Math.sin(angle)];
      });
      const fill = isCentre ? tones.accent : pick(random, [tones.low, tones.mid, tones.mid, tones.high]);
      drawn.push(polygon(corners, fill));
    }
  }
  return drawn.join("");
};

/** The lines of a map around a summit. */
export const contours: Motif = ({ width, height, focus, tones, random }) => {
  const [bumps, phase] = [Math.round(between(random, 3, 5.9)), random() * 2 * Math.PI];
  const [bend, gap] = [between(random, 0.1, 0.2), Math.min(width, height) * between(random, 0.075, 0.1)];
  const line = (index: number) => {
    const points = count(48).map((step) => {
      const angle = (step / 48) * 2 * Math.PI;
      const swell = 1 + bend * Math.sin(bumps * angle + phase + index * 0.25) + 0.08 * Math.sin(2 * angle - phase);
      const radius = (index + 0.7) * gap * swell;
      return `${px(focus.x + radius * 1.25 * Math.cos(angle))} ${px(focus.y + radius * Math.sin(angle))}`;
    });
    const [stroke, thickness] = index % 4 === 1 ? [tones.high, 2.4] : [tones.mid, 1.3];
    return `<path d="M${points.join("L")}Z" fill="none" stroke="${stroke}" stroke-width="${thickness}"/>`;
  };
  return count(16).map(line).join("") + circle(focus.x, focus.y, gap * 0.42, `fill="${tones.accent}"`);
};

/** Towers with a few lit windows. */
export const skyline: Motif = ({ width, height, focus, tones, random }) => {
  const row = (fill: string, rise: number, lit: string | null) => {
    const drawn: string[] = [];
    for (let x = -between(random, 0, 0.05) * width; x < width; ) {
      const breadth = between(random, 0.07, 0.14) * width;
      const top = height - rise * height * between(random, 0.6, 1) * (0.75 + 0.25 * (x / width));
      drawn.push(
        polygon(
          [
            [x, height],
            [x, top],
            [x + breadth, top],
            [x + breadth, height],
          ],
          fill,
        ),
      );
      for (let y = top + 10; lit && y < height; y += 13) {
        for (let window = x + 7; window < x + breadth - 7; window += 11) {
          if (random() < 0.16) drawn.push(`<rect x="${px(window)}" y="${px(y)}" width="4" height="6" fill="${lit}"/>`);
        }
      }
      x += breadth + between(random, 0, 0.015) * width;
    }
    return drawn.join("");
  };
  const moon = circle(focus.x, height * 0.24, Math.min(width, height) * 0.11, `fill="${tones.accent}"`);
  return moon + row(tones.mid, 0.72, null) + row(tones.low, 0.55, tones.high);
};

/** A flower of leaves around the focus. */
export const petals: Motif = ({ width, height, focus, tones, random }) => {
  const leaves = Math.round(between(random, 6, 10.9));
  const turn = random() * 360;
  const unit = Math.min(width, height);
  const ring = (length: number, breadth: number, offset: number, fills: readonly string[]) =>
    count(leaves).map((index) => {
      const path = `M0 0C${px(length * 0.3)} ${px(-breadth)} ${px(length * 0.8)} ${px(-breadth)} ${px(length)} 0`;
      const back = `C${px(length * 0.8)} ${px(breadth)} ${px(length * 0.3)} ${px(breadth)} 0 0Z`;
      const angle = turn + ((index + offset) * 360) / leaves;
      const place = `translate(${px(focus.x)} ${px(focus.y)}) rotate(${px(angle)})`;
      return `<path d="${path}${back}" transform="${place}" fill="${fills[index % fills.length]}"/>`;
    });
  return [
    ...ring(unit * 1.05, unit * 0.24, 0.5, [tones.low]),
    ...ring(unit * 0.72, unit * 0.17, 0, [tones.mid, tones.high]),
    circle(focus.x, focus.y, unit * 0.11, `fill="${tones.accent}"`),
  ].join("");
};
