import { describe, expect, test } from "vitest";
import type { ImportEntry } from "./entry.ts";
import { readText } from "./read-text.ts";

/** The fields of an entry that are not `null`. */
const withoutNulls = (entry: ImportEntry) =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));

const read = async (text: string) => {
  const { format, entries } = await readText(text, undefined);
  return { format, entries: entries.map(withoutNulls) };
};

describe("lists of lines (spec/library 4.2)", () => {
  test("name games by titles, pages of stores, or both", async () => {
    const lines = [
      "Portal 2",
      "",
      "- Half-Life",
      "[x] Hades",
      "https://store.steampowered.com/app/620/Portal_2/?curator=1",
      "[Celeste](https://store.steampowered.com/app/504230/)",
      "Sable https://www.gog.com/en/game/sable",
      "140",
    ];
    expect(await read(`\ufeff${lines.join("\r\n")}`)).toEqual({
      format: "titles",
      entries: [
        { title: "Portal 2", as: "owned" },
        { title: "Half-Life", as: "owned" },
        { title: "Hades", as: "owned" },
        { steamAppid: 620, as: "owned" },
        { title: "Celeste", steamAppid: 504230, as: "owned" },
        { title: "Sable", link: "https://www.gog.com/en/game/sable", as: "owned" },
        { title: "140", as: "owned" },
      ],
    });
  });

  test("get the target that the user chose", async () => {
    expect((await readText("Portal 2", "ignored")).entries).toMatchObject([{ as: "ignored" }]);
  });
});

describe("tables", () => {
  test("of Playnite have owned games, those of Steam with appids", async () => {
    const table = [
      'Name,Source,GameId,Platforms,"Is Installed",Added,"Release Date"',
      '"Portal 2",Steam,620,PC (Windows),False,2024-05-01T10:00:00,2011-04-18',
      '"Sable, the game",GOG,1207664643,PC (Windows),False,2024-05-01,2021',
      "Astro Bot,PlayStation,abc,PlayStation 5,False,,",
    ].join("\n");
    expect(await read(table)).toEqual({
      format: "playnite",
      entries: [
        {
          title: "Portal 2",
          steamAppid: 620,
          platform: "PC (Windows)",
          as: "owned",
          year: 2011,
          addedAt: new Date("2024-05-01T10:00:00"),
        },
        {
          title: "Sable, the game",
          product: { store: "gog", id: "1207664643" },
          platform: "PC (Windows)",
          as: "owned",
          year: 2021,
          addedAt: new Date("2024-05-01"),
        },
        { title: "Astro Bot", platform: "PlayStation 5", as: "owned" },
      ],
    });
  });

  test.each([";", "\t", ","])("may be separated by %j, and have other columns", async (sign) => {
    const table = `Price${sign}Title${sign}App ID\n1${sign}Portal 2${sign}620\n2${sign}Hades${sign}n/a`;
    expect((await read(table)).entries).toEqual([
      { title: "Portal 2", steamAppid: 620, as: "owned" },
      { title: "Hades", as: "owned" },
    ]);
  });
});

describe("JSON", () => {
  test.each<[what: string, value: unknown, format: string, entries: object[]]>([
    [
      "of Steam's store about its visitor",
      { rgWishlist: [1], rgOwnedApps: [2, 3], rgIgnoredApps: { 4: 0 }, rgOwnedPackages: [9] },
      "steam",
      [
        { steamAppid: 2, as: "owned" },
        { steamAppid: 3, as: "owned" },
        { steamAppid: 1, as: "wished" },
        { steamAppid: 4, as: "ignored" },
      ],
    ],
    [
      "of Augmented Steam",
      { version: "05", data: [{ gameid: ["steam", "app/220"], title: "Half-Life 2", added_date: "3/10/2024" }] },
      "itad",
      [{ title: "Half-Life 2", steamAppid: 220, as: "wished" }],
    ],
    [
      "of an unknown site, with titles and appids under usual names",
      { games: [{ Name: "Portal 2", app_id: "620" }, { title: "Hades" }, "Sable", { other: 1 }] },
      "json",
      [
        { title: "Portal 2", steamAppid: 620, as: "owned" },
        { title: "Hades", as: "owned" },
        { title: "Sable", as: "owned" },
      ],
    ],
  ])("%s", async (_, value, format, entries) => {
    expect(await read(JSON.stringify(value))).toEqual({ format, entries });
  });

  test("of wishes is ordered by rank, unranked ones last", async () => {
    const items = [3, 0, 1].map((priority, n) => ({ appid: n + 1, priority, date_added: 1_700_000_000 }));
    const { entries } = await read(JSON.stringify({ response: { items } }));
    expect(entries.map(({ steamAppid }) => steamAppid)).toEqual([3, 1, 2]);
  });
});

test.each([
  ["nothing", "\n \n"],
  ["an empty list", "[]"],
  ["a private account", '{"response":{}}'],
  ["an error of Steam", '{"success":2}'],
  ["Steam's store about an anonymous visitor", '{"rgWishlist":[],"rgOwnedApps":[],"rgIgnoredApps":[]}'],
  ["only a header", "Name,Source"],
])("%s is refused rather than taken for an empty library", async (_, text) => {
  await expect(readText(text, undefined)).rejects.toThrow("Nothing in it names a game");
});

test("too many games and too deep nesting are refused", async () => {
  await expect(readText("a\n".repeat(10_001), undefined)).rejects.toThrow("maximum: 10,000");
  await expect(readText("[".repeat(100_000), undefined)).rejects.toThrow("nested too deeply");
});

test("characters that the database cannot store are replaced", async () => {
  expect((await read('["a\\u0000b", "\\ud800"]')).entries).toEqual([
    { title: "a b", as: "owned" },
    { title: "\ufffd", as: "owned" },
  ]);
});

const long = "x".repeat(100_100);

test.each<[string, string, RegExp]>([
  ["a cell that is too long", `Name,Source\nHades,Steam\n"${long}",GOG\n`, /row 3 is too long/],
  ["a cell without quotes that is too long", `Name,Source\n${long},GOG\n`, /row 2 is too long/],
  ["too many columns in a row", `Name,Source\nHades${",x".repeat(100_000)}\n`, /row 2 is too long/],
  ["too many columns in the header", `Name,Source${",x".repeat(100_000)}\nHades\n`, /row 1 is too long/],
  ["a header without an end", `Name,Source,"${long}`, /row 1 is too long/],
  ["a long row after many others", `Name;Source\n${"Hades;Steam\n".repeat(500)}"${long}"\n`, /row 502 is too long/],
  ["a quote that is not closed", 'Name,Source\nHades,Steam\n"Sable', /row 3 has a quote that is never closed/],
  ["an open quote in the header", '"Name,Source\nHades,Steam', /Nothing|never closed/],
  ["a row over many lines", `Name\tSource\n"${"line\n".repeat(30_000)}"\n`, /row 2 is too long/],
  ["a long cell in a posted form", `file=${btoa(`Name,Source\n"${long}"\n`)}`, /row 2 is too long/],
  ["one game too many", `Name,Source\n${"Hades,Steam\n".repeat(10_001)}`, /maximum: 10,000/],
])("a table with %s is refused with the row", async (_, text, problem) => {
  await expect(readText(text, undefined)).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringMatching(problem),
  });
});

test("columns are looked for once: many of them and many rows take little time", async () => {
  const columns = Array.from({ length: 15_000 }, (_, n) => `c${n}`).join(",");
  const text = `Name,${columns}\n${",x\n".repeat(20_000)}`;
  const before = process.threadCpuUsage();
  await expect(readText(text, undefined)).rejects.toThrow("Nothing in it names a game");
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});

test.each(["Platform", "Platforms", "System", "Console", "Device", "Hardware", "Plattform", "Gaming Platform"])(
  "platforms are read from a column or field called %s",
  async (name) => {
    const expected = [{ title: "Prey", platform: "Sega Genesis", as: "owned" }];
    expect((await read(`Name,${name}\nPrey,Sega Genesis`)).entries).toEqual(expected);
    expect((await read(JSON.stringify([{ name: "Prey", [name]: "Sega Genesis" }]))).entries).toEqual(expected);
    expect((await read(JSON.stringify([{ name: "Prey", [name]: [{ Name: "Sega Genesis" }] }]))).entries).toEqual(
      expected,
    );
  },
);

test("a launcher of consoles is a platform", async () => {
  const expected = [
    { title: "Prey", platform: "PlayStation", as: "owned" },
    { title: "Sable", as: "owned" },
  ];
  expect((await read("Name,Source\nPrey,PlayStation\nSable,Fanatical")).entries).toEqual(expected);
  const games = [
    { name: "Prey", source: { Name: "PlayStation" } },
    { name: "Sable", source: "Fanatical" },
  ];
  expect((await read(JSON.stringify(games))).entries).toEqual(expected);
});
