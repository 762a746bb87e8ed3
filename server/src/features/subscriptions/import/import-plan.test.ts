import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../../platform/db/drizzle.ts";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase, emptyTables } from "../../../test/database.ts";
import { createTestFolder } from "../../../test/folder.ts";
import { sharedData } from "../../../test/shared-data.ts";
import { createPlan, createService } from "../commands.ts";
import { importPlanFile, type PlanImport } from "./import-plan.ts";
import { withoutConsoles } from "./read-file.ts";

const { db, pool } = await createTestDatabase();
const folder = await createTestFolder();
const now = new Date("2026-08-22T12:00:00Z");

beforeEach(async () => {
  const tables = ["subscription_memberships", "plan_prices", "plan_coverage", "subscription_readings"];
  await emptyTables(pool, [...tables, "subscription_plans", "subscription_services", "match_reviews", "games"]);
  await createService(db, null, { key: "xbox", name: "Xbox" }, now);
  await createPlan(db, null, { key: "pc", name: "PC Game Pass", service: "xbox" }, now);
});

async function importText(name: string, text: string, options: Partial<PlanImport> = {}) {
  await writeFile(folder.path(name), text);
  return importPlanFile(db, folder.path(name), { plan: "pc", now, ...options });
}

/** The memberships as `title since–until leaving country`. */
async function stored(): Promise<string[]> {
  const { rows } = await db.execute<{ line: string }>(sql`
    select concat_ws(' ', title, coalesce(since::text, '?') || '–' || coalesce(until::text, ''), leaving_on, country)
      as line from subscription_memberships join games on games.id = game_id order by title, since`);
  return rows.map(({ line }) => line);
}

const prices = async () => {
  const { rows } = await db.execute<{ line: string }>(sql`
    select concat_ws(' ', country, currency, price_minor, since) as line from plan_prices order by country, since`);
  return rows.map(({ line }) => line);
};

describe("a file of memberships (spec/subscriptions 3)", () => {
  const header = "title,since,until,leaving_on,country\n";
  test.each<[string, row: string, expected: string[], problem?: string]>([
    ["without days is in the plan today", "Hades,,,,", ["Hades ?–"]],
    ["still in", "Hades,2025-01-01,,,", ["Hades 2025-01-01–"]],
    ["with the day that stands for never is still in", "Hades,2025-01-01,2099-12-31,,", ["Hades 2025-01-01–"]],
    ["that has not joined yet is skipped", "Hades,2099-12-31,,,", []],
    ["that has left", "Hades,2025-01-01,2026-01-01,,", ["Hades 2025-01-01–2026-01-01"]],
    ["that left on its first day", "Hades,2025-01-01,2025-01-01,,", ["Hades 2025-01-01–2025-01-01"]],
    ["that ends before it begins", "Hades,2025-01-02,2025-01-01,,", [], "line 2: It ends before it begins"],
    ["without its first day that has left", "Hades,,2025-01-01,,", ["Hades ?–2025-01-01"]],
    ["whose announced day has passed", "Hades,,,2026-01-01,", ["Hades ?–2026-01-01 2026-01-01"]],
    [
      "whose announced day has passed has left then",
      "Hades,2025-01-01,,2026-01-01,",
      ["Hades 2025-01-01–2026-01-01 2026-01-01"],
    ],
    ["that leaves before it joins", "Hades,2025-01-02,,2025-01-01,", [], "line 2: It leaves before it joins"],
    ["for a console is none of ours", "Hades (Xbox One),2025-01-01,,,", [], "line 2: is for Xbox One"],
    [
      "that came back has two periods",
      "Hades,2024-01-01,2025-01-01,,\nHades,2026-01-01,,,",
      ["Hades 2024-01-01–2025-01-01", "Hades 2026-01-01–"],
    ],
    [
      "whose periods overlap",
      "Hades,2024-01-01,2025-01-01,,\nHades,2024-06-01,,,",
      ["Hades 2024-01-01–2025-01-01"],
      "line 3: It overlaps the period that began on 2024-01-01",
    ],
    ["twice the same is once", "Hades,2025-01-01,,,\nHades,2025-01-01,,,", ["Hades 2025-01-01–"]],
    ["with an announced end", "Hades,2025-01-01,,2026-09-15,", ["Hades 2025-01-01– 2026-09-15"]],
    ["of one country", "Hades,2025-01-01,,,gb", ["Hades 2025-01-01– GB"]],
    ["with a quarter", "Hades,Q4 2026,,,", [], "line 2: since: Q4 2026 is not a day such as 2026-01-31"],
    [
      "with a day that does not exist",
      "Hades,2026-02-30,,,",
      [],
      "line 2: since: 2026-02-30 is not a day such as 2026-01-31",
    ],
    ["with a country in words", "Hades,,,,Germany", [], "line 2: country: Expected a country, such as GB"],
    ["without a title", ",2025-01-01,,,", [], "line 2: names no game"],
    ["of another edition waits", "Hades Deluxe Edition,2025-01-01,,,", []],
    ["in another language waits", "「ハデス」,2025-01-01,,,", []],
    ["of a part of a title waits", "Had,2025-01-01,,,", []],
  ])("a game %s", async (_, row, expected, problem) => {
    await addCatalogue(db, [{ title: "Hades" }, { title: "Tunic" }]);
    const { problems } = await importText("games.csv", header + row);
    expect(await stored()).toEqual(expected);
    expect(problems.map(({ what, message }) => `${what}: ${message}`)).toEqual(problem ? [problem] : []);
    // again: nothing changes
    const again = await importPlanFile(db, folder.path("games.csv"), { plan: "pc", now });
    expect([again.joined, again.changed, again.left, await stored()]).toEqual([0, 0, 0, expected]);
  });

  test("rows that contradict what is known are named, and change nothing", async () => {
    await addCatalogue(db, [{ title: "Hades" }]);
    const read = async (rows: string) => (await importText("games.csv", header + rows)).problems;
    await read("Hades,,,2026-09-15,");
    expect(await read("Hades,2026-10-01,,,")).toEqual([{ what: "line 2", message: "It leaves before it joins" }]);
    expect(await read("Hades,2025-01-01,,,")).toEqual([]);
    expect(await read("Hades,,2024-06-01,,")).toEqual([]);
    expect(await read("Hades,,,2024-03-01,")).toEqual([{ what: "line 2", message: "It overlaps another period" }]);
    expect(await read("Hades,2026-12-01,,,")).toEqual([
      { what: "line 2", message: "It overlaps the period that began on 2025-01-01" },
    ]);
    expect(await stored()).toEqual(["Hades 2025-01-01– 2026-09-15", "Hades ?–2024-06-01"]);
  });

  test("the database refuses a period that ends or leaves before it begins", async () => {
    await addCatalogue(db, [{ title: "Hades" }]);
    await importText("games.csv", `${header}Hades,2025-01-01,,,`);
    for (const column of ["until", "leaving_on"]) {
      await expect(pool.query(`update subscription_memberships set ${column} = '2024-12-31'`)).rejects.toMatchObject({
        code: "23514",
      });
    }
  });

  test("games are named by id or appid too; unknown ones are none", async () => {
    const [id] = await addCatalogue(db, [{ title: "Hades", steamAppid: 1145360 }]);
    const rows = [
      "game_id,steam_appid,since",
      `${id},,2025-01-01`,
      ",1145360,2026-01-01",
      "99999,,2025-01-01",
      ",999,2025-01-01",
    ].join("\n");
    const { problems, waiting } = await importText("ids.csv", rows);
    expect(problems).toMatchObject(
      [
        { what: "line 3", message: "It overlaps the period that began on 2025-01-01" },
        { what: "line 4", message: "There is no game 99999" },
      ].sort((a, b) => b.what.localeCompare(a.what)),
    );
    expect([waiting, await stored()]).toEqual([1, ["Hades 2025-01-01–"]]);
  });

  test.each([
    ["broken.json", '[{"title": "Hades"}'],
    ["odd.json", '{"games": 3}'],
    ["columns.csv", "a,a\n1,2\n"],
    ["sigls.json", '[{"siglId":"x"},{"id":"C1C4DZJPBC2V"}]'],
    ["strict.csv", `${header}Hades,2025-01-01,,,\nTunic,2025-01-02,2025-01-01,,\n`],
  ])("%s changes nothing", async (name, text) => {
    await addCatalogue(db, [{ title: "Hades" }]);
    await expect(importText(name, text, { strict: true })).rejects.toMatchObject({ code: "invalid" });
    expect(await stored()).toEqual([]);
  });

  test("an empty or shrunken whole list is held, and nobody has left; an accepted one counts", async () => {
    const titles = Array.from({ length: 10 }, (_, n) => `Game number ${"abcdefghij"[n]}`);
    await addCatalogue(
      db,
      titles.map((title) => ({ title })),
    );
    const list = (some: readonly string[]) => JSON.stringify(some.map((title) => ({ title, product_id: title })));
    const read = (some: readonly string[], more: object = {}) =>
      importText("list.json", list(some), { complete: true, ...more });
    expect(await read(titles)).toMatchObject({ state: "applied", joined: 10 });
    for (const some of [[], titles.slice(0, 6)]) {
      expect(await read(some)).toMatchObject({ state: "held", left: 0 });
    }
    expect((await stored()).filter((line) => line.endsWith("–"))).toHaveLength(10);
    expect(await read(titles.slice(0, 7))).toMatchObject({ state: "applied", left: 3 });
    expect(await read(titles.slice(0, 2), { acceptLoss: true })).toMatchObject({ left: 5 });
    expect(await read([], { acceptLoss: true })).toMatchObject({ state: "held" });
    // came back, on the day on which they left
    expect(await read(titles)).toMatchObject({ joined: 0, changed: 8 });
    expect(await stored()).toHaveLength(10);
  });
});

describe("a published list (spec/subscriptions 3)", () => {
  const upcoming = (title: string, exactDate?: string) => ({
    upcomingWithDate: [exactDate === undefined ? { title, approxLabel: "Q4 2026" } : { title, exactDate }],
    upcomingAnnounced: [{ title: "Tunic" }],
    leavingSoon: [{ title: "Tunic", tiers: "PC Game Pass" }],
  });
  const available = (...availabilities: object[]) => [{ basic_info: { title: "Hades", pid: "9P1" }, availabilities }];
  const leaving = (tier: string, date: string) => [{ name: "Hades PS5", tier, date, time: "Unknown", timeNum: null }];
  const letters = (...games: object[]) => [{ catalogKey: "H", games }];
  const grid = (...upsellServiceBranding: string[]) => {
    const price = { isTiedToSubscription: false, serviceBranding: ["NONE"], upsellServiceBranding };
    return { data: { categoryGridRetrieve: { concepts: [{ id: "228748", name: "Hades™", price }] } } };
  };
  const microsoft = (ProductTitle: string) => ({
    Products: [{ ProductId: "9P1", LocalizedProperties: [{ ProductTitle, Language: "ja" }] }],
  });
  test.each<[string, body: object, named: string, expected: string[], skipped: number]>([
    ["an announced day", upcoming("Hades", "2026-09-01"), "PC", ["Hades 2026-09-01–"], 2],
    ["an announced day of the past", upcoming("Hades", "2026-08-20"), "PC", [], 3],
    ["a quarter", upcoming("Hades"), "PC", [], 3],
    ["another plan in the title", upcoming("Hades (joining Premium)", "2026-09-01"), "PC", [], 3],
    ["the plan in the title", upcoming("Hades (joining Premium)", "2026-09-01"), "Premium", ["Hades 2026-09-01–"], 2],
    ["no plan in the title, for Premium", upcoming("Hades", "2026-09-01"), "Premium", [], 3],
    ["a title with hard spaces", upcoming("Hades\u00a0", "2026-09-01"), "PC", ["Hades 2026-09-01–"], 2],
    [
      "several periods",
      available(
        { PC: { added: "2025-01-02", removed: null }, Premium: { added: "2025-10-01", removed: null } },
        { PC: { added: "2020-07-23", removed: "2022-07-15" } },
      ),
      "PC",
      ["Hades 2020-07-23–2022-07-15", "Hades 2025-01-02–"],
      0,
    ],
    ["a plan of another name", available({ Console: { added: "2025-01-02", removed: null } }), "PC", [], 0],
    ["a plan without a day", available({ PC: { added: null, removed: null } }), "PC", [], 1],
    ["a day that it leaves", leaving("Extra", "Sep 15, 2026"), "Extra", ["Hades ?– 2026-09-15"], 0],
    ["a tier with a part of it", leaving("Premium (Classics)", "Sep 15, 2026"), "Premium", ["Hades ?– 2026-09-15"], 0],
    ["another tier", leaving("Premium (Classics)", "Sep 15, 2026"), "Extra", [], 1],
    ["a day that has passed", leaving("Extra", "Aug 1, 2026"), "Extra", [], 1],
    [
      "several products of one game",
      letters({ conceptId: 1, nameEn: "Hades PS4™ & PS5™" }, { conceptId: 2, nameEn: "Hades", genre: ["A", "A"] }),
      "Extra",
      ["Hades ?–"],
      0,
    ],
    ["the subscription that has it", grid("EA_ACCESS"), "EA_ACCESS", ["Hades ?–"], 0],
    ["another subscription", grid("PS_PLUS"), "EA_ACCESS", [], 1],
    ["no subscription", grid("NONE"), "EA_ACCESS", [], 1],
    ["an English title", microsoft("Hades®"), "PC", ["Hades ?–"], 0],
    ["a Japanese title", microsoft("「ハデス」"), "PC", [], 0],
  ])("with %s", async (_, body, named, expected, skipped) => {
    await addCatalogue(db, [{ title: "Hades" }, { title: "Tunic" }]);
    const read = await importText("list.json", JSON.stringify(body), { named });
    expect([await stored(), read.skipped, read.problems]).toEqual([expected, skipped, []]);
    const again = await importText("list.json", JSON.stringify(body), { named });
    expect([await stored(), again.joined, again.changed]).toEqual([expected, 0, 0]);
  });
});

describe("prices of a plan (spec/subscriptions 3)", () => {
  const file = (locale: string, currency: string, raw: string | null, price: number | null, day = "2026-06-28") =>
    JSON.stringify([
      {
        region_code: locale,
        currency,
        scraped_at: `${day}T08:00:00Z`,
        plans: [{ plan: "PC Game Pass", regular_price_raw: raw, regular_price: price }],
      },
    ]);
  test.each<[string, currency: string, raw: string | null, price: number | null, expected: string[]]>([
    ["ar-AE", "USD", "9.99", 9.99, ["AE USD 999 2026-06-28"]],
    ["fr-FR", "EUR", "8,99", 8.99, ["FR EUR 899 2026-06-28"]],
    ["fr-FR", "EUR", "8,99", 0.749, []],
    ["ar-DZ", "DZD", "1,080.00", 1080, ["DZ DZD 108000 2026-06-28"]],
    ["ar-EG", "EGP", "190,000", 190_000, []],
    ["ar-BH", "BHD", "3,500", 3.5, []],
    ["es-CL", "CLP", "7.490", 2496.67, []],
    ["ja-JP", "JPY", "1,300", 1300, ["JP JPY 1300 2026-06-28"]],
    ["id-ID", "IDR", "82.999", 82_999, ["ID IDR 8299900 2026-06-28"]],
    ["en-US", "USD", "0", 0, []],
    ["es-PE", "PEN", null, null, []],
    ["en-US", "USD", "free", 0, []],
  ])("%s %s %s (%s) is %j", async (locale, currency, raw, price, expected) => {
    await importText("prices.json", file(locale, currency, raw, price));
    expect(await prices()).toEqual(expected);
  });

  test("an implausible fall, and another currency at the same number, are left to a person", async () => {
    await importText("prices.json", file("de-DE", "EUR", "8,99", 8.99, "2026-01-01"));
    const { problems } = await importText("prices.json", file("de-DE", "EUR", "0,75", 0.75));
    expect(problems).toMatchObject([{ message: "The price fell by 92%" }]);
    await importText("prices.json", file("bg-BG", "BGN", "11,99", 11.99, "2025-12-01"));
    expect((await importText("prices.json", file("bg-BG", "EUR", "11,99", 11.99))).problems).toHaveLength(1);
    expect(await prices()).toEqual(["BG BGN 1199 2025-12-01", "DE EUR 899 2026-01-01"]);
    await importText("prices.json", file("de-DE", "EUR", "0,75", 0.75), { acceptCollapse: true });
    expect(await prices()).toContain("DE EUR 75 2026-06-28");
  });
});

test.each([
  ["A Little to the Left PS4 & PS5", "A Little to the Left"],
  ["As Dusk Falls PS4® & PS5®", "As Dusk Falls"],
  ["Arcade Paradise PS4™ & PS5™", "Arcade Paradise"],
  ["Atelier Ryza 3 (PS4 & PS5)", "Atelier Ryza 3"],
  ["Biped", "Biped"],
  ["PS5", "PS5"],
  ["War and", "War and"],
])("the title %s is %s without its consoles", (title, expected) => expect(withoutConsoles(title)).toBe(expected));

const stories = sharedData("upstream/subscriptions/README.md")?.replace("README.md", "");

describe.skipIf(!stories)("the stored files", () => {
  const path = (name: string) => stories + name;
  const read = (name: string, options: Partial<PlanImport> = {}) =>
    importPlanFile(db, path(name), { plan: "pc", now, ...options });

  test("an answer of IsThereAnyDeal's API, which names games by its own ids, changes nothing", async () => {
    // an example of its documentation: JSON after a name
    const example = readFileSync(path("itad-games-subs.v1.success.yaml"), "utf8").replace(/^value:/, "");
    const { problems } = await importText("subs.json", example);
    expect(problems.map(({ what, message }) => `${what}: ${message}`)).toEqual([
      "entry 1: names no game",
      "entry 2: names no game",
    ]);
    expect(await stored()).toEqual([]);
  });

  test("a catalogue with these games matches exactly them, by title and by appid", { timeout: 60_000 }, async () => {
    const lines = readFileSync(path("gamepass-pc-jp-matched-to-steam-2026-08-22.jsonl"), "utf8").trim().split("\n");
    const known = lines.map((line): { steam_appid: number; title: string } => JSON.parse(line));
    await addCatalogue(
      db,
      known.map(({ steam_appid: steamAppid, title }) => ({ title, steamAppid })),
    );
    expect((await read("gamepass-pc-jp-matched-to-steam-2026-08-22.jsonl", { named: "pc-game-pass" })).joined).toBe(
      377,
    );
    const result = await read("gamepass-membership-2017-2026.csv");
    expect(result.problems.filter(({ message }) => message === "It ends before it begins")).toEqual([
      { what: "line 124", message: "It ends before it begins" },
      { what: "line 215", message: "It ends before it begins" },
      { what: "line 998", message: "It ends before it begins" },
    ]);
    expect(result.skipped).toBe(45);
    const { rows } = await db.execute<{ title: string; periods: number }>(sql`
      select title, count(*)::int as periods from subscription_memberships join games on games.id = game_id
      where country is null group by title having count(*) > 1 order by title`);
    expect(rows.map(({ title }) => title)).toContain("Hades");
    const wrong = await db.execute(sql`
      select from subscription_memberships where until < since or since = '2099-12-31' or until = '2099-12-31'`);
    expect(wrong.rowCount).toBe(0);
    await read("gamepass-product-availabilities.jsonl", { named: "PC" });
    expect((await read("gamepass-upcoming-2026-08-22.json")).problems).toEqual([]);
  });

  test("prices of both days, without an invented one", async () => {
    const first = await read("gamepass-plan-prices-2026-04-23.json");
    expect(first.pricesChanged).toBeGreaterThan(60);
    const second = await read("gamepass-plan-prices-2026-06-28.json");
    const implausible = (await prices()).filter((line) => /^EG |^BH | 75 /.test(line));
    expect([implausible, second.problems.some(({ what }) => what.includes("ar-EG"))]).toEqual([[], true]);
    const before = await prices();
    expect(await read("gamepass-plan-prices-first-run-empty.json")).toMatchObject({ state: "held", left: 0 });
    expect(await prices()).toEqual(before);
  });

  test("PlayStation lists: a whole list, and games that leave by their tier", async () => {
    await addCatalogue(db, [
      { title: "A Little to the Left" },
      { title: "Bloodborne" },
      { title: "Anno 1800" },
      { title: "Persona 5 Tactica" },
      { title: "Disney/PIXAR Toy Story 3" },
    ]);
    expect(await read("psplus-extra-gameslist-tr.json.gz", { country: "TR" })).toMatchObject({
      state: "applied",
      seen: 469,
    });
    expect(await stored()).toEqual(["A Little to the Left ?– TR", "Bloodborne ?– TR", "Persona 5 Tactica ?– TR"]);
    await read("psplus-leaving-2026-08-21.json", { named: "Extra", country: "TR" });
    expect((await stored()).filter((line) => line.includes("2026-09-15"))).toEqual([
      "Persona 5 Tactica ?– 2026-09-15 TR",
    ]);
    expect(await read("gamepass-displaycatalog-ja.json")).toMatchObject({ joined: 0 });
    await addCatalogue(db, [{ title: "EA SPORTS FC 26" }]);
    expect(await read("psstore-categorygrid-tr.json", { named: "EA_ACCESS", country: "TR" })).toMatchObject({
      joined: 1,
      skipped: 4,
    });
  });
});
