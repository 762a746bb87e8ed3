import { expect, test } from "vitest";
import {
  chooseTitle,
  joinLocalizedTitles,
  joinTitles,
  keysOfLocalizedTitles,
  otherTitles,
  searchedTitles,
  splitLocalizedTitles,
  splitTitles,
  titleIn,
} from "./titles.ts";

/** `kept`: the title of the game. */
test.each([
  // Steam's English list or details know the English title
  { stated: "缺氧", english: "Oxygen Not Included", kept: "Oxygen Not Included", other: "缺氧" },
  { stated: "Ведьмак 3: Дикая Охота", english: "The Witcher 3: Wild Hunt", kept: "The Witcher 3: Wild Hunt" },
  { stated: "Wiedźmin 3: Dziki Gon", english: "The Witcher 3: Wild Hunt", kept: "The Witcher 3: Wild Hunt" },
  { stated: "エルデンリング", english: "ELDEN RING", kept: "ELDEN RING" },
  { stated: "엘든 링", english: "ELDEN RING", kept: "ELDEN RING" },
  { stated: "Die Sims 4", english: "The Sims 4", kept: "The Sims 4" },
  { stated: "Der Herr der Ringe: Gollum", english: "The Lord of the Rings: Gollum" },
  { stated: "Le Seigneur des Anneaux : Gollum", english: "The Lord of the Rings: Gollum" },
  { stated: "El señor de los anillos", english: "The Lord of the Rings" },
  { stated: "Die Siedler: Neue Allianzen", english: "The Settlers: New Allies" },
  { stated: "القاتل", english: "Hitman", kept: "Hitman" },
  { stated: "Σπαρτη", english: "Sparta", kept: "Sparta" },
  // English titles of different spelling: what the file states holds
  { stated: "Elden Ring", english: "ELDEN RING", kept: "Elden Ring", other: null },
  {
    stated: "Grand Theft Auto V Enhanced",
    english: "Grand Theft Auto V",
    kept: "Grand Theft Auto V Enhanced",
    other: null,
  },
  { stated: "La-Mulana 2", english: "LA-MULANA", kept: "La-Mulana 2", other: null },
  { stated: "Pokémon", english: "POKEMON", kept: "Pokémon", other: null },
  { stated: "NieR:Automata™", english: "NieR:Automata", kept: "NieR:Automata™", other: null },
  { stated: "1979", english: "1979 Revolution", kept: "1979", other: null },
  // the title at Steam is not English either
  { stated: "东方之旅", english: "东方", kept: "东方之旅", other: null },
  // without Steam, another script tells
  { stated: "缺氧", current: "Oxygen Not Included", kept: "Oxygen Not Included", other: "缺氧" },
  { stated: "Oxygen Not Included", current: "缺氧", kept: "Oxygen Not Included", other: "缺氧" },
  { stated: "Тетрис", current: "Тетрис 2", kept: "Тетрис", other: null },
  { stated: "Die Siedler", current: "The Settlers", kept: "Die Siedler", other: null },
  { stated: "New Name", current: "Old Name", kept: "New Name", other: null },
  // Steam's details replace the title of a file
  {
    stated: "The Settlers",
    english: "The Settlers",
    current: "Die Siedler",
    kept: "The Settlers",
    other: "Die Siedler",
  },
  { stated: "ELDEN RING", english: "ELDEN RING", current: "艾尔登法环", kept: "ELDEN RING", other: "艾尔登法环" },
  { stated: "缺氧", english: "缺氧", current: "Oxygen Not Included", kept: "Oxygen Not Included", other: "缺氧" },
])("$stated, at Steam $english, so far $current", ({ stated, kept, other, ...known }) => {
  const { english = null, current = null } = known as { english?: string; current?: string };
  const title = kept ?? english!;
  expect(chooseTitle(stated, { english, current })).toEqual({ title, other: other === undefined ? stated : other });
});

test.each([
  { titles: ["缺氧", "Oxygen"], own: "", joined: "缺氧\nOxygen" },
  { titles: ["Hades", "HADES™", "hades "], own: "", joined: "Hades" },
  { titles: ["Hades", "Аид"], own: "HADES", joined: "Аид" },
  { titles: ["One | Two\nThree"], own: "", joined: "One\nTwo\nThree" },
  { titles: ["", " ", "|"], own: "", joined: null },
  { titles: [], own: "Portal", joined: null },
])("the titles $titles of $own are stored as $joined", ({ titles, own, joined }) => {
  expect(joinTitles(titles, own)).toBe(joined);
  expect(otherTitles({ title: own, alsoKnownAs: titles.join("\n") || null })).toEqual(splitTitles(joined));
});

test.each<[what: string, text: string, kept: string | null]>([
  ["ordered by language", "ru: Кислород\nja: 缺氧", "ja: 缺氧\nru: Кислород"],
  ["of two in one language the first one first", "ja: B\nde: A\nja: A", "de: A\nja: B\nja: A"],
  ["each once", "ja: 缺氧\nja:缺氧™", "ja: 缺氧"],
  ["not the game's own", "de: OXYGEN not included\nfr: Oxygène", "fr: Oxygène"],
  ["tags in their usual spelling", "PT-br: A\nzh-hans：B", "pt-BR: A\nzh-Hans: B"],
  ["a title with signs", "de: Anno: 1800 | Gold", "de: Anno: 1800 | Gold"],
  ["no language", "Witcher: Wild Hunt\n: A\nA\nja:  \n", null],
  ["no such tag", "x: A\nde_DE: B\nen-: C\n12: D", null],
  ["control characters", "ja: A\u0000B\u001f\u007fC", "ja: ABC"],
  ["marks of direction", "ar: \u202eA\u2066B\u200f\u061c", "ar: AB"],
  ["white space", "\t ja :\u00a0 A\t\u3000B ", "ja: A B"],
  ["half a character", `ja: ${"a".repeat(299)}🎮`, `ja: ${"a".repeat(299)}\ufffd`],
  ["too long", `ja: ${"x".repeat(1_000)}`, `ja: ${"x".repeat(300)}`],
])("titles by language are kept %s", (_, text, kept) => {
  const joined = joinLocalizedTitles(splitLocalizedTitles(text), "Oxygen Not Included");
  expect(joined).toBe(kept);
  expect(joinLocalizedTitles(splitLocalizedTitles(joined))).toBe(kept);
  expect(keysOfLocalizedTitles(joined)?.split("\n").length).toBe(kept?.split("\n").length);
});

test("titles by language are at most 50", () => {
  const text = Array.from({ length: 90 }, (_, n) => `ja: ${n}`).join("\n");
  expect(splitLocalizedTitles(joinLocalizedTitles(splitLocalizedTitles(text)))).toHaveLength(50);
});

const byLanguage = "de: Eins\nes-419: Dos\nja: 一\nja: 壱\npt-BR: Um\nzh-Hans: 一二";

test.each([
  ["de", "Eins"],
  ["de-AT", "Eins"],
  ["es", "Dos"],
  ["ja", "一"],
  ["pt-BR", "Um"],
  ["pt", "Um"],
  ["pt-PT", null],
  ["zh", "一二"],
  ["zh-Hant", null],
  ["en", null],
  ["d", null],
  [undefined, null],
])("the title for a reader of %s is %s", (language, title) =>
  expect(titleIn({ title: "Own", localizedTitles: byLanguage }, language)).toBe(title),
);

test("searches find all titles, each once", () => {
  const titles = { title: "One", alsoKnownAs: "Uno\nEins", localizedTitles: "de: Eins\nfr: Un\nit: Uno\nsv: one" };
  expect(searchedTitles(titles)).toEqual(["Uno", "Eins", "Un"]);
  expect(searchedTitles({ ...titles, localizedTitles: null })).toEqual(["Uno", "Eins"]);
});
