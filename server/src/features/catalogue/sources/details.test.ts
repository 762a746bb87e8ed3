import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sharedData } from "../../../test/shared-data.ts";
import { type GameDetails, toGameColumns } from "./game-details.ts";
import { genreName } from "./genre-names.ts";
import { readGogDetails } from "./gog-details.ts";
import { pictureOf, readSteamDetails } from "./steam-details.ts";
import { readPage } from "./steam-list.ts";

const upstream = sharedData("upstream");
const json = (file: string) => JSON.parse(readFileSync(`${upstream}/${file}`, "utf8")) as Record<string, unknown>;

/** The details of the only app in a captured response. */
function readOne(file: string) {
  const body = json(file);
  return readSteamDetails(body, Number(Object.keys(body)[0]));
}

const hashed = expect.stringMatching(
  /^https:\/\/shared\.akamai\.steamstatic\.com\/[^?]+\/1091500\/[0-9a-f]{40}\/header\.jpg$/,
);

test.each<[stated: string | undefined, url: string | undefined]>([
  [undefined, undefined],
  ["", undefined],
  ["header.jpg", undefined],
  ["https://shared.akamai.steamstatic.com/store_item_assets/steam/apps/7/header.jpg?t=1736436494", undefined],
  ["https://cdn.akamai.steamstatic.com/steam/apps/7/header.jpg", undefined],
  ["https://example.com/steam/apps/7/0a/header.jpg", undefined],
  ["https://steamstatic.com.example.com/steam/apps/7/0a/header.jpg", undefined],
  ["http://shared.akamai.steamstatic.com/steam/apps/7/0a/header.jpg", undefined],
  ["https://shared.steamstatic.com/apps/7/0a/header.jpg?t=1", "https://shared.steamstatic.com/apps/7/0a/header.jpg"],
  ["https://shared.steamstatic.com/apps/8/header.jpg", "https://shared.steamstatic.com/apps/8/header.jpg"],
  ["https://shared.steamstatic.com/apps/7/header_alt.jpg", "https://shared.steamstatic.com/apps/7/header_alt.jpg"],
])("Steam's picture %j of app 7 is stored as %j", (stated, url) => expect(pictureOf(stated, 7)).toBe(url));

describe.skipIf(!upstream)("captured responses about apps of Steam", () => {
  test.each<[file: string, expected: object | null]>([
    [
      "steam-appdetails/appdetails-full-1361210.json",
      {
        title: "Warhammer 40,000: Darktide",
        type: "game",
        developers: ["Fatshark"],
        releaseDate: "2022-11-30",
      },
    ],
    ["steam-appdetails/appdetails-dlc-usd.json", { type: "dlc", parentAppid: 281990, releaseDate: "2018-02-22" }],
    ["steam-appdetails/appdetails-unreleased-dlc.json", { title: "Stellaris: Scenario Pack 1", type: "dlc" }],
    ["steam-appdetails/appdetails-hardware-coming-soon.json", { reason: "shape", message: "has an unexpected type" }],
    ["steam-appdetails/appdetails-success-false.json", null],
    ["steam-store/appdetails-music-323180.json", { type: "soundtrack", parentAppid: 620 }],
    ["steam-store/appdetails-demo-4148250.trimmed.json", { type: "demo" }],
    ["steam-store/appdetails-age18-descriptors-br-1091500.trimmed.json", { requiredAge: 18, boxartUrl: hashed }],
    ["steam-store/appdetails-coming-soon-kr-4436560.trimmed.json", { requiredAge: 18 }],
    ["steam-store/appdetails-early-access-game-1997660.json", { type: "game" }],
  ])("upstream/%s", (file, expected) => {
    const details = readOne(file);
    if (expected === null) expect(details).toBeNull();
    else expect(details).toMatchObject(expected);
  });

  test("genres have Steam's ids, which determine their names in any language", () => {
    const { genres } = readOne("steam-appdetails/appdetails-full-1361210.json") as GameDetails;
    const english = genres!.map(({ name }) => name);
    expect(english).toContain("Action");
    expect(genres!.map(({ id }) => genreName({ id: id!, name: "?" }))).toEqual(
      english.map((name) => genreName({ name })),
    );
  });
});

describe.skipIf(!upstream)("captured pages of Steam's list", () => {
  test("upstream/steam-applist", () => {
    const first = readPage(json("steam-applist/GetAppList-first-page-2026-08.json"), true);
    expect(first.apps.map(({ name }) => name)).toEqual(["Counter-Strike", "Team Fortress Classic", "Day of Defeat"]);
    expect(first.last).toBe(508530);
    expect(first.apps[0]!.modifiedAt).toEqual(new Date(1745368572_000));
    expect(readPage(json("steam-applist/GetAppList-terminal-page-2026-08.json"), false).last).toBeNull();
    expect(readPage(json("steam-applist/IStoreService-GetAppList-lastpage-2021-slice.json"), false).apps.length).toBe(
      (json("steam-applist/IStoreService-GetAppList-lastpage-2021-slice.json") as { response: { apps: [] } }).response
        .apps.length,
    );
  });

  test("an empty first response is an error; a later one means no changes", () => {
    const empty = json("steam-applist/GetAppList-empty-first-answer.json");
    expect(() => readPage(empty, true)).toThrow("Steam listed no apps");
    expect(readPage(empty, false)).toEqual({ apps: [], last: null });
  });
});

describe.skipIf(!upstream)("captured pages of GOG's catalogue", () => {
  test.each([
    [
      "gog/catalog-v1-products-observed.json",
      ["Cyberpunk 2077", "Heroes of Might and Magic 3: Complete"],
      ["game", "game"],
    ],
    [
      "gog-regions/catalog-v1-US-3-products-2026-10-06.json",
      ["Dead Age 1 + 2 Bundle", "Leisure Suit Larry - Wet Dreams Don't Dry"],
      ["bundle", "game"],
    ],
  ])("upstream/%s", (file, titles, types) => {
    const { items, refusals } = readGogDetails(json(file));
    expect(refusals).toEqual([]);
    expect(items.slice(0, 2).map(({ title }) => title)).toEqual(titles);
    expect(items.slice(0, 2).map(({ type }) => type)).toEqual(types);
  });
});

test.each([
  [{ name: "Инди" }, "Indie"],
  [{ name: "Acción" }, "Action"],
  [{ name: "Azione" }, "Action"],
  [{ id: "25", name: "冒险" }, "Adventure"],
  [{ id: "99", name: "Something New" }, "Something New"],
])("%j is named %s", (genre, name) => {
  expect(genreName(genre)).toBe(name);
});

const fullCategory = { id: 28, description: "Supporto completo per i controller" };
const partialCategory = { id: 18, description: "Partial Controller Support" };
const other = { id: 2, description: "Single-player" };

test.each([
  [{ controller_support: "full" }, "full"],
  [{ controller_support: "partial" }, "partial"],
  [{ controller_support: "partial", categories: [fullCategory] }, "full"],
  [{ controller_support: "full", categories: [partialCategory] }, "full"],
  [{ categories: [other, fullCategory] }, "full"],
  [{ categories: [other, partialCategory] }, "partial"],
  [{ categories: [other] }, undefined],
  [{ categories: [{ description: "Full controller support" }] }, undefined],
  [{ controller_support: "none" }, undefined],
  [{ controller_support: 28 }, undefined],
  [{ controller_support: null }, undefined],
  [{}, undefined],
])("Steam states the controller support %j: %s", (stated, expected) => {
  const data = { type: "game", name: "Sable", steam_appid: 7, ...stated };
  const details = readSteamDetails({ 7: { success: true, data } }, 7) as GameDetails;
  expect(details.controllerSupport).toBe(expected);
  expect(toGameColumns(details).controller_support).toBe(expected);
});

test("columns have only what the source states", () => {
  expect(toGameColumns({ productId: "1", title: "Café", type: "game" })).toEqual({
    title: "Café",
    title_folded: "cafe",
    title_key: "cafe",
    type: "game",
  });
  const details: GameDetails = {
    productId: "7",
    steamAppid: 7,
    title: "Sable",
    type: "game",
    genres: [
      { id: "23", name: "Инди" },
      { id: "25", name: "Приключения" },
    ],
    categories: ["Single-player"],
    developers: ["Shedworks"],
    contentDescriptors: [1, 3],
  };
  expect(toGameColumns(details)).toMatchObject({
    genre: "Adventure",
    tags: "Indie, Adventure, Single-player",
    content_descriptors: [1, 3],
  });
});
