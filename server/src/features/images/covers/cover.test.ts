import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawCover } from "./cover.ts";

const titles = [
  "N",
  "Portal 2",
  "The Witcher 3: Wild Hunt",
  "Sid Meier's Civilization VI",
  `"Glow Ball" - The billiard <puzzle> & game`,
  "缺氧",
  "ワールド・ネバーランド２～プルト共和国物語～EXPERIENCE",
  "🔴 Circles",
  "AaaaaAAaaaAAAaaAAAAaAAAAA!!!",
  "Aunt Fatima - خالة فاطمة",
  "   spaced \u0007 out \ud800 ",
  "A 20-year-old RPG Maker game remade with the latest RPG MAKER UNITE and available for free?! ~The Heroes of the RPG Maker series vs. the Demon Lord~",
  "W".repeat(500),
];

/** The lines that begin at `x`: outlines, or text. */
function linesAt(x: number, svg: string) {
  const drawn = new RegExp(`aria-label="([^"]*)" transform="translate\\(${x} ([\\d.-]+)\\) scale\\(([\\d.]+)`, "g");
  const text = new RegExp(`<text x="${x}" y="([\\d.-]+)" font-size="(\\d+)"[^>]*>([^<]*)</text>`, "g");
  return [
    ...[...svg.matchAll(drawn)].map(([, text, y, scale]) => ({
      text: text!,
      y: Number(y),
      size: Number(scale) * 1000,
    })),
    ...[...svg.matchAll(text)].map(([, y, size, text]) => ({ text: text!, y: Number(y), size: Number(size) })),
  ];
}

/** The lines of a cover's title. */
const linesOf = (svg: string) => linesAt(24, svg);

describe.each([
  ["landscape", 460, 215],
  ["portrait", 300, 450],
] as const)("a %s cover", (variant, width, height) => {
  test.each(titles)("of %j is a picture of its size", async (title) => {
    const picture = sharp(Buffer.from(drawCover(title, "Action", variant)));
    expect(await picture.metadata()).toMatchObject({ format: "svg", width, height });
    const { channels } = await picture.stats();
    expect(channels.slice(0, 3).every(({ max, min }) => max - min > 60)).toBe(true);
  });

  test.each(titles)("of %j has its lines inside and without overlaps", (title) => {
    const lines = linesOf(drawCover(title, null, variant));
    expect(lines.length).toBeGreaterThan(0);
    for (const [index, line] of lines.entries()) {
      expect(line.y - line.size).toBeGreaterThan(0);
      expect(line.y).toBeLessThan(height);
      if (index > 0) expect(line.y - lines[index - 1]!.y).toBeGreaterThanOrEqual(line.size);
    }
  });
});

test("a cover depends on title, genre and variant alone", () => {
  const cover = drawCover("Celeste", "Platformer", "portrait");
  expect(drawCover("Celeste", "Platformer", "portrait")).toBe(cover);
  expect(drawCover("Celeste", "Racing", "portrait")).not.toBe(cover);
  expect(drawCover("Céleste", "Platformer", "portrait")).not.toBe(cover);
});

test("titles break where the sense does", () => {
  const words = (title: string) => linesOf(drawCover(title, null, "landscape")).map((line) => line.text);
  expect(words("The Witcher 3: Wild Hunt")).toEqual(["The Witcher 3", "Wild Hunt"]);
  expect(words("Red Dead Redemption 2")).toEqual(["Red Dead", "Redemption 2"]);
  expect(words("W".repeat(500)).at(-1)).toMatch(/…$/);
});

test("short titles are larger than long ones", () => {
  const size = (title: string) => linesOf(drawCover(title, null, "landscape"))[0]!.size;
  expect(size("Doom")).toBeGreaterThan(size("Warhammer: End Times Vermintide Collector's Edition"));
});

const labelIn = (svg: string) => linesAt(35, svg)[0];

test("the genre stays clear of the badge in the upper left corner", () => {
  // 8 px from the edge and 24 px high, on a card that is 277 px wide
  const badgeEnd = 32 / (277 / 460);
  for (const title of titles) {
    const { y, size } = labelIn(drawCover(title, "Action", "landscape"))!;
    // capitals rise by 0.73 of the size
    expect(y - size * 0.73, title).toBeGreaterThan(badgeEnd);
  }
});

test.each([
  ["Сталкер", true],
  ["Pokémon™", true],
  ["Zażółć gęślą jaźń", true],
  ["O\u0308ffnung", true],
  ["缺氧", false],
  ["🔴 Circles", false],
])("the letters of %s are outlines of the site's typeface: %s", (title, isDrawn) => {
  expect(drawCover(title, "Action", "portrait").includes("<text")).toBe(!isDrawn);
});

test("a cover names its genre as it is told to, without room between letters that are joined", () => {
  expect(labelIn(drawCover("Doom", "Action", "portrait", "Rätsel"))?.text).toBe("RÄTSEL");
  expect(drawCover("Doom", "Action", "portrait", "アクション")).toMatch(/letter-spacing[^>]*>アクション<\/text>/);
  const arabic = drawCover("Doom", "Action", "portrait", "أكشن");
  expect(arabic).toContain(">أكشن</text>");
  expect(arabic).not.toContain("letter-spacing");
  expect(labelIn(drawCover("Doom", "Action", "portrait", null))).toBeUndefined();
});

test.each([
  "Doom",
  "Portal 2",
  "Forza Horizon 5",
  "The Witcher 3: Wild Hunt",
  "Counter-Strike 2",
  "Ori and the Blind Forest",
  "S.T.A.L.K.E.R. 2: Heart of Chornobyl",
  "Assassin's Creed Valhalla Ragnarök Edition",
  "Warhammer 40,000: Space Marine 2 - Anniversary Edition",
  "Microsoft Flight Simulator 40th Anniversary",
  "The Lord of the Rings: The Battle for Middle-earth II",
  "PLAYERUNKNOWN'S BATTLEGROUNDS",
  "Вспомогательная программа: Дополнение",
])("%s has at most four lines, no word of which is cut", (title) => {
  const words = (text: string) => text.match(/[\p{L}\p{N}'.,]+/gu);
  for (const variant of ["landscape", "portrait"] as const) {
    const lines = linesOf(drawCover(title, null, variant)).map(({ text }) =>
      text.replaceAll("&apos;", "'").replaceAll("&#39;", "'"),
    );
    expect(lines.length).toBeLessThanOrEqual(4);
    expect(words(lines.join(" "))).toEqual(words(title));
    for (const line of lines.slice(0, -1)) expect(line).not.toMatch(/ (of|the|and|for)$/i);
  }
});

test.each(["アクション", "Экшены", "Underwater Weaving", "Ҡала"])(
  "the genre %s is left out, as the site does not know it by this name",
  (genre) => {
    expect(labelIn(drawCover("Doom", genre, "landscape"))).toBeUndefined();
  },
);

test("text is text, never markup", () => {
  const svg = drawCover(`<script>alert("1")</script>&`, `<b>'&`, "landscape");
  expect(svg).not.toMatch(/<script|<b>/);
  expect(svg).toContain("&lt;script&gt;");
});

test("the text on a cover has contrast, whatever the genre", () => {
  for (const genre of ["Action", "RPG", "Horror", "Puzzle", "Racing", "Casual", "Utilities", null]) {
    for (const title of titles) {
      const svg = drawCover(title, genre, "landscape");
      const grounds = [...svg.matchAll(/stop-color="(#[0-9a-f]{6})"/g)].map((match) => match[1]!);
      const labels = [...svg.matchAll(/translate\(35 [^>]* fill="(#[0-9a-f]{6})"/g)].map((match) => match[1]!);
      for (const ground of grounds) {
        expect(contrast("#ffffff", ground)).toBeGreaterThan(7);
        for (const label of labels) expect(contrast(label, ground)).toBeGreaterThan(4.5);
      }
    }
  }
});

/** The contrast of two colours as defined by WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, share, index) => {
      const value = Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16) / 255;
      return sum + share * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    }, 0);
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
