import { bars, cubes, type Motif, orbits, peaks, pixels, rays, rings, shards, tiles, waves } from "./motifs.ts";

/** How the covers of a genre look: the hues they may have, each with the hue of its accent, and the patterns. */
export interface Style {
  hues: readonly [Hues, ...Hues[]];
  motifs: readonly [Motif, ...Motif[]];
}

type Hues = readonly [hue: number, accentHue: number];

/** The first line whose words occur in the genre decides, so the particular stand before the general. */
const styles: readonly (readonly [genre: RegExp, style: Style])[] = [
  [
    /horror|gore|zombie|violent/,
    {
      hues: [
        [20, 30],
        [5, 50],
        [300, 20],
      ],
      motifs: [shards, rays, waves],
    },
  ],
  [
    /racing|driving/,
    {
      hues: [
        [40, 90],
        [255, 60],
        [15, 85],
      ],
      motifs: [bars, rays],
    },
  ],
  [
    /sport|football|soccer|golf/,
    {
      hues: [
        [150, 110],
        [240, 120],
        [168, 90],
      ],
      motifs: [bars, rings],
    },
  ],
  [
    /puzzle|hidden object|card|board|match|word/,
    {
      hues: [
        [200, 80],
        [290, 160],
        [170, 60],
      ],
      motifs: [tiles, cubes, rings],
    },
  ],
  [
    /strateg|tactic|tower defen|4x|rts|war/,
    {
      hues: [
        [255, 85],
        [148, 95],
        [230, 60],
      ],
      motifs: [cubes, shards, orbits],
    },
  ],
  [
    /platform|arcade|retro|rogue|pixel/,
    {
      hues: [
        [280, 100],
        [195, 340],
        [330, 90],
      ],
      motifs: [pixels, bars, cubes],
    },
  ],
  [
    /shooter|fps|bullet|battle|fight|hack/,
    {
      hues: [
        [25, 80],
        [265, 40],
        [50, 90],
      ],
      motifs: [rays, shards, bars],
    },
  ],
  [
    /rpg|role|mmo|multiplayer|dungeon/,
    {
      hues: [
        [300, 85],
        [275, 70],
        [15, 85],
      ],
      motifs: [orbits, peaks, shards],
    },
  ],
  [
    /visual novel|dating|story|narrative/,
    {
      hues: [
        [350, 60],
        [320, 80],
        [290, 20],
      ],
      motifs: [waves, rings, peaks],
    },
  ],
  [
    /music|rhythm|audio/,
    {
      hues: [
        [320, 190],
        [285, 140],
      ],
      motifs: [rings, waves, bars],
    },
  ],
  [
    /simulat|sandbox|build|manage|farm|city/,
    {
      hues: [
        [165, 90],
        [225, 95],
        [140, 85],
      ],
      motifs: [waves, cubes, peaks],
    },
  ],
  [
    /adventure|explor|survival|surviv|open world/,
    {
      hues: [
        [185, 70],
        [150, 75],
        [235, 65],
        [60, 85],
      ],
      motifs: [peaks, waves, orbits],
    },
  ],
  [
    /casual|clicker|idler|family|party/,
    {
      hues: [
        [345, 80],
        [215, 75],
        [175, 90],
        [55, 100],
      ],
      motifs: [rings, tiles, waves],
    },
  ],
  [
    /action/,
    {
      hues: [
        [22, 75],
        [45, 90],
        [355, 70],
        [260, 45],
      ],
      motifs: [rays, shards, bars, pixels],
    },
  ],
  [
    /utilit|design|software|video|education|develop|animation/,
    {
      hues: [
        [240, 190],
        [265, 150],
      ],
      motifs: [tiles, rings, cubes],
    },
  ],
];

const anyGenre: Style = {
  hues: [
    [280, 85],
    [250, 60],
    [200, 90],
    [160, 80],
    [330, 95],
    [30, 80],
  ],
  motifs: [tiles, rings, orbits, pixels, waves, cubes, shards],
};

/** The style of a genre; of a mixed one for no genre, or one that the list does not know. */
export function styleOf(genre: string | null): Style {
  const name = genre?.toLowerCase() ?? "";
  return styles.find(([pattern]) => pattern.test(name))?.[1] ?? anyGenre;
}
