/**
 * Players' abbreviations of names. Both sides are in the form of `plainWords`. A number may follow without a space:
 * `gta5` is `gta 5`. Most initials need no entry (initials.ts).
 */
const abbreviations: Record<string, string> = {
  ac: "assassins creed",
  acc: "assetto corsa competizione",
  aoe: "age of empires",
  aom: "age of mythology",
  ats: "american truck simulator",
  bf: "battlefield",
  bfbc: "battlefield bad company",
  bg: "baldurs gate",
  bl: "borderlands",
  bo: "black ops",
  botw: "breath of the wild",
  civ: "civilization",
  ck: "crusader kings",
  cnc: "command and conquer",
  cod: "call of duty",
  coh: "company of heroes",
  cp: "cyberpunk",
  cs: "counter strike",
  "cs 1 6": "counter strike",
  "cs go": "counter strike 2",
  csgo: "counter strike 2",
  css: "counter strike source",
  dbd: "dead by daylight",
  dbz: "dragon ball z",
  dl: "dying light",
  dmc: "devil may cry",
  dos: "divinity original sin",
  dq: "dragon quest",
  drg: "deep rock galactic",
  ds: "dark souls",
  dst: "dont starve together",
  eft: "escape from tarkov",
  er: "elden ring",
  eso: "elder scrolls online",
  ets: "euro truck simulator",
  eu: "europa universalis",
  fc: "ea sports fc",
  ff: "final fantasy",
  fh: "forza horizon",
  fm: "football manager",
  fnaf: "five nights at freddys",
  fnv: "fallout new vegas",
  fo: "fallout",
  fs: "farming simulator",
  gmod: "garrys mod",
  goty: "game of the year",
  gow: "god of war",
  gta: "grand theft auto",
  "gta vc": "grand theft auto vice city",
  gtasa: "grand theft auto san andreas",
  gw: "guild wars",
  hfw: "horizon forbidden west",
  hk: "hollow knight",
  hl: "half life",
  hlvr: "half life alyx",
  homm: "heroes of might and magic",
  hoi: "hearts of iron",
  hots: "heroes of the storm",
  hzd: "horizon zero dawn",
  kcd: "kingdom come deliverance",
  kf: "killing floor",
  kotor: "knights of the old republic",
  kh: "kingdom hearts",
  ksp: "kerbal space program",
  l4d: "left 4 dead",
  "left for dead": "left 4 dead",
  lis: "life is strange",
  lol: "league of legends",
  lotr: "lord of the rings",
  mcc: "master chief collection",
  mgs: "metal gear solid",
  mh: "monster hunter",
  mhw: "monster hunter world",
  mk: "mortal kombat",
  mnb: "mount and blade",
  msfs: "microsoft flight simulator",
  mtg: "magic the gathering",
  mw: "modern warfare",
  nba2k: "nba 2k",
  nfs: "need for speed",
  nms: "no mans sky",
  nwn: "neverwinter nights",
  ow: "overwatch",
  "player unknown": "pubg",
  "player unknown battlegrounds": "pubg battlegrounds",
  playerunknowns: "pubg",
  poe: "path of exile",
  pop: "prince of persia",
  pvz: "plants vs zombies",
  pz: "project zomboid",
  r6: "rainbow six",
  r6s: "rainbow six siege",
  rct: "rollercoaster tycoon",
  rdr: "red dead redemption",
  re: "resident evil",
  re8: "resident evil village",
  rl: "rocket league",
  ror: "risk of rain",
  sc: "starcraft",
  sf: "street fighter",
  smt: "shin megami tensei",
  sot: "sea of thieves",
  sts: "slay the spire",
  swbf: "star wars battlefront",
  swtor: "star wars the old republic",
  tes: "elder scrolls",
  tf: "team fortress",
  tlou: "last of us",
  tr: "tomb raider",
  tw: "total war",
  twd: "walking dead",
  w3: "witcher 3",
  wot: "world of tanks",
  wow: "world of warcraft",
  wt: "war thunder",
};

const maxWords = Math.max(...Object.keys(abbreviations).map((key) => key.split(" ").length));

/** The words with every abbreviation expanded; `null` = none of them is one. */
export function expandAbbreviations(words: readonly string[]): string[] | null {
  const expanded: string[] = [];
  let found = false;
  for (let at = 0; at < words.length; ) {
    const match = expansionAt(words, at);
    expanded.push(...(match?.words ?? [words[at]!]));
    at += match?.length ?? 1;
    found ||= match !== null;
  }
  return found ? expanded : null;
}

/** The expansion of the longest abbreviation that begins at the position, and its length in words. */
function expansionAt(words: readonly string[], at: number): { words: string[]; length: number } | null {
  for (let length = Math.min(maxWords, words.length - at); length > 0; length--) {
    const name = lookUp(words.slice(at, at + length).join(" "));
    if (name) return { words: name.split(" "), length };
  }
  const [, letters, number] = /^(\p{L}+)(\d+)$/u.exec(words[at]!) ?? [];
  const name = letters && lookUp(letters);
  return name ? { words: [...name.split(" "), number!], length: 1 } : null;
}

const lookUp = (key: string): string | null => (Object.hasOwn(abbreviations, key) ? abbreviations[key]! : null);
