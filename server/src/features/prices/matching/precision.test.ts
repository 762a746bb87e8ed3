import { expect, test } from "vitest";
import { addCatalogue } from "../../../test/catalogue.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { ambiguousTitles, changeTitles, judge } from "../../../test/title-changes.ts";
import { matchOffers } from "./find.ts";

const { db } = await createTestDatabase();

const titles = `The Witcher® 3: Wild Hunt|Terraria|Stardew Valley|DARK SOULS™ III|Sid Meier’s Civilization® VI|
  Portal|Portal 2|Half-Life|Half-Life 2|Half-Life: Alyx|DOOM|DOOM Eternal|Hades|Hades II|Europa Universalis IV|
  America's Army 3|Full Steam|Death Road to Canada|Wargame: European Escalation|Alpha Protocol™|
  The Jackbox Party Pack 3|Accounting+|Sinless + OST|Random Heroes: Gold Edition|X4: Foundations|
  Etched Memories Demo|Costume Quest 2|Control Ultimate Edition|Metro 2033 Redux|Resident Evil 4|
  Resident Evil 4 (2005)|Mafia: Definitive Edition|Mafia|Football Manager 2021 Touch|Assassin's Creed® II|
  STAR WARS™ Battlefront II (Classic, 2005)|STAR WARS™ Battlefront II|Command & Conquer™ Generals|Ratchet & Clank|
  The Forest|Sons Of The Forest|Pokémon Uranium|Coins|Gift|Beta Breakers|Season of Mystery|
  The Book of Unwritten Tales 2|Skin Deep|Mystery Case Files|Pack Dogs|Tokyo Xtreme Racer|Asia Rising|
  Origin Unknown|Switch Force|Epic Mickey: Rebrushed|140|1849|Crusader Kings III|Tomb Raider I-III Remastered|
  Baldur's Gate 3|Marvel's Spider-Man Remastered|Need for Speed™ Heat`;

test("titles changed in all ways are never matched with a wrong game, and mostly with the right one", async () => {
  const list = titles.split("|").map((title, n) => ({
    title: title.trim(),
    steamAppid: 1_000 + n,
    releaseDate: `${2000 + (n % 25)}-06-01`,
  }));
  const ids = await addCatalogue(db, list);
  const games = list.map(({ title, steamAppid: appid }, n) => ({ id: ids[n]!, title, appid, year: 2000 + (n % 25) }));
  const ambiguous = ambiguousTitles(games);
  let picked = 0;
  const made = changeTitles(1_240, () => {
    picked += 37;
    return games[picked % games.length]!;
  });
  const offers = made.map(({ offer }) => offer);
  const { matched } = await matchOffers(db, { store: "cdkeys", country: "US" }, offers, new Date(), true);
  const gameOf = new Map(matched.map(({ offer, gameId }) => [offer.productId, games.find(({ id }) => id === gameId)!]));
  const result = judge(
    made.map((one) => ({
      ...one,
      matched: gameOf.get(one.offer.productId) ?? null,
      isAmbiguous: "gameId" in one.outcome && ambiguous.has(one.outcome.gameId),
    })),
  );
  expect(result.wrong).toEqual([]);
  expect(result.matched).toBeGreaterThan(400);
  expect(result.recall, result.missed.join("\n")).toBeGreaterThan(0.85);
});
