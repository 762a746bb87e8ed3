import { bars, cubes, type Motif, orbits, peaks, pixels, rays, rings, shards, tiles, waves } from "./motifs.ts";

/** Two hues in degrees: that of the cover, and that of its accent. */
export type Ink = readonly [hue: number, accentHue: number];

/** How the covers of a genre may look. */
export interface Style {
  inks: readonly [Ink, ...Ink[]];
  motifs: readonly [Motif, ...Motif[]];
}

const blood: Ink = [18, 35];
const ember: Ink = [32, 80];
const rust: Ink = [48, 90];
const crimson: Ink = [355, 70];
const rose: Ink = [345, 60];
const plum: Ink = [325, 85];
const violet: Ink = [300, 85];
const indigo: Ink = [280, 100];
const night: Ink = [265, 45];
const navy: Ink = [250, 75];
const steel: Ink = [232, 60];
const ice: Ink = [240, 180];
const ocean: Ink = [215, 80];
const lagoon: Ink = [195, 340];
const teal: Ink = [182, 75];
const jade: Ink = [166, 95];
const moss: Ink = [150, 110];

/** The first match decides, so specific genres come before general ones. */
const styles: readonly (readonly [genre: RegExp, inks: Style["inks"], motifs: Style["motifs"]])[] = [
  [/horror|gore|zombie|violent/, [blood, crimson, violet, night], [shards, rays, waves]],
  [/racing|driving/, [rust, navy, crimson, teal], [bars, rays]],
  [/sport|football|soccer|golf/, [moss, ocean, jade], [bars, rings]],
  [/puzzle|hidden object|card|board|match|word/, [lagoon, indigo, teal, plum], [tiles, cubes, rings]],
  [/strateg|tactic|tower defen|4x|rts|war/, [navy, moss, steel, rust], [cubes, shards, orbits]],
  [/platform|arcade|retro|rogue|pixel/, [indigo, lagoon, plum, ember], [pixels, bars, cubes]],
  [/shooter|fps|bullet|battle|fight|hack/, [ember, night, rust, steel], [rays, shards, bars]],
  [/rpg|role|mmo|multiplayer|dungeon/, [violet, indigo, crimson, ocean], [orbits, peaks, shards]],
  [/visual novel|dating|story|narrative/, [rose, plum, violet], [waves, rings, peaks]],
  [/music|rhythm|audio/, [plum, ice, indigo], [rings, waves, bars]],
  [/simulat|sandbox|build|manage|farm|city/, [jade, ocean, moss, rust], [waves, cubes, peaks]],
  [/adventure|explor|surviv|open world/, [teal, moss, steel, rust, plum], [peaks, waves, orbits]],
  [/casual|clicker|idler|family|party/, [rose, ocean, jade, ember, violet], [rings, tiles, waves]],
  [/action/, [ember, crimson, night, lagoon, rust, violet], [rays, shards, bars, pixels, orbits]],
  [/utilit|design|software|video|education|develop|animation/, [ice, steel, indigo], [tiles, rings, cubes]],
];

const anyGenre: Style = {
  inks: [indigo, navy, teal, jade, plum, ember],
  motifs: [tiles, rings, orbits, pixels, waves, cubes, shards],
};

/** The style of a genre; a mixed one without a genre or for an unknown one. */
export function styleOf(genre: string | null): Style {
  const name = genre?.toLowerCase() ?? "";
  const [, inks, motifs] = styles.find(([pattern]) => pattern.test(name)) ?? [];
  return inks && motifs ? { inks, motifs } : anyGenre;
}
