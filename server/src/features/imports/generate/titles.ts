import { pick, type Random, wholeBetween } from "../../../platform/process/random.ts";

const words = (text: string) => text.trim().split(/\s+/);

/** The first ones are picked most often. */
const adjectives = words(`
  Dark Lost Last Final Little Dead Super Ancient Broken Eternal Hidden Endless Iron Silent Fallen Red Black Golden Crimson
  Frozen Infinite Forgotten Wild Secret Burning Cosmic Hollow Shattered Mystic Royal Savage Neon Pixel Tiny Twisted Blue
  Divine Electric Haunted Holy Lone Lunar Mighty Noble Pale Quiet Rogue Sacred Scarlet Shadow Silver Solar Steel Stolen
  Strange Sunken Toxic Undead Vengeful Wandering White Winter Brave Cursed Deep Fading Feral Gentle Grim Heroic Arcane
`);

const nouns = words(`
  War World Quest Legends Souls Heroes Knight Dungeon Space Tales City Night Kingdom Dragon Star Island Shadows Empire
  Adventure Racing Battle Wars Escape Survival Dream Hunter Forest Puzzle Story Darkness Warriors Zombie Castle Tower Moon
  Runner Train Garden Arena Sword Ship Storm Horizon Guardian Witch Ninja Farm Planet Frontier Academy Ghost Chronicles
  Robot Siege Fortress Odyssey Rebellion Legacy Signal Harbor Carnival Marble Cards Pirates Wizard Manor Railway Orchard
  Samurai Reactor Colony Desert Ocean Abyss Valley Labyrinth Oracle Phantom Blade Arrow Crown Throne Ember Ashes Thunder
  River Mountain Bridge Lantern Mirror Clockwork Machine Voyage Outpost Bastion Cathedral Circus Cavern Meadow Raven Wolf
`);

const places = words(
  "Simulator Tycoon Online VR Arena Defense Party Manager Remastered Deluxe Origins Reborn Playtest Demo",
);
const numerals = ["II", "III", "IV", "2", "3", "4", "64", "2077", "1942"];
const openings = words("Da Va Mor Zel Kar Eri Tho Lu Bri Xan Qua Ny Os Ral Syl Fen Gor Hel Iv Jor");
const middles = words("qua ra no li tha mi ve zo ke ru dri sha ba lo ne");
const endings = words("fen dor is an eth ia or us mir el wyn gard ax on heim");
const han = [..."星夜龙剑城梦影雪山海月风火云天魔王花光神物语战国之村塔心"];
const kana = [..."アイウエオカキクケコサシスセソタチツテトナニノハヒフヘホマミムメモラリルレロワン"];
const cyrillic = words("Тёмный Последний Лес Город Война Сталь Зима Дорога Остров Легенда Ночь Крепость");
const accented = words("Ökö Élan Façade Señor Ålesund Über Café Naïve Déjà Müller Åska Crème");

/** A realistic title: mostly English words, some invented names, other scripts, numbers and symbols. */
export function makeTitle(random: Random): string {
  const chance = random();
  if (chance < 0.036)
    return `${randomLetters(random, random() < 0.7 ? han : kana)}${random() < 0.3 ? ` ${name(random)}` : ""}`;
  if (chance < 0.039) return `${pick(random, cyrillic)} ${pick(random, cyrillic)}`;
  if (chance < 0.06) return `${pick(random, accented)} ${noun(random)}`;
  if (chance < 0.066) return `${wholeBetween(random, 1, 3000)} ${noun(random)}`;
  return `${base(random)}${tail(random)}`;
}

function base(random: Random): string {
  const chance = random();
  if (chance < 0.24) return `${adjective(random)} ${noun(random)}`;
  if (chance < 0.42) return `${noun(random)} of ${random() < 0.5 ? "the " : ""}${noun(random)}`;
  if (chance < 0.55) return name(random);
  if (chance < 0.72) return `${name(random)}: ${adjective(random)} ${noun(random)}`;
  if (chance < 0.86) return `${noun(random)} ${noun(random)}`;
  if (chance < 0.94) return `The ${adjective(random)} ${noun(random)}`;
  return `${name(random)}'s ${noun(random)}`;
}

function tail(random: Random): string {
  const chance = random();
  if (chance < 0.14) return ` ${pick(random, numerals)}`;
  if (chance < 0.24) return ` ${pick(random, places)}`;
  if (chance < 0.26) return "™";
  return "";
}

/** Picks early words several times as often as late ones. */
function oftenEarly(random: Random, list: readonly string[]): string {
  return list[Math.floor(list.length * random() ** 1.9)]!;
}

const adjective = (random: Random) => oftenEarly(random, adjectives);
const noun = (random: Random) => oftenEarly(random, nouns);

function name(random: Random): string {
  const middle = random() < 0.6 ? pick(random, middles) : "";
  return `${pick(random, openings)}${middle}${pick(random, endings)}`;
}

function randomLetters(random: Random, letters: readonly string[]): string {
  return Array.from({ length: wholeBetween(random, 2, 7) }, () => pick(random, letters)).join("");
}
