import { describe, expect, test } from "vitest";
import { canonicalGenre, canonicalGenres, genreSlugFor, isKnownGenre, knownGenres, knownGenresOf } from "./genres.ts";

describe("a genre in another language or spelling", () => {
  test.each([
    ["Инди", "Indie"],
    ["Independiente", "Indie"],
    ["Niezależne", "Indie"],
    ["独立", "Indie"],
    ["Indépendant", "Indie"],
    ["Azione", "Action"],
    ["Acción", "Action"],
    ["Akcja", "Action"],
    ["Ação", "Action"],
    ["动作", "Action"],
    ["アクション", "Action"],
    ["Бойовики", "Action"],
    ["Actie", "Action"],
    ["Akční", "Action"],
    ["冒险", "Adventure"],
    ["冒險", "Adventure"],
    ["Avventura", "Adventure"],
    ["Aventure", "Adventure"],
    ["ABENTEUER", "Adventure"],
    ["アドベンチャー", "Adventure"],
    ["Eventyr", "Adventure"],
    ["Пригоди", "Adventure"],
    ["Бесплатные", "Free to Play"],
    ["Free To Play", "Free to Play"],
    ["free-to-play", "Free to Play"],
    ["Kostenlos spielbar", "Free to Play"],
    ["Roolipelit", "RPG"],
    ["Role-playing (RPG)", "RPG"],
    ["角色扮演", "RPG"],
    ["Deportes", "Sports"],
    ["Simulaatio", "Simulation"],
    ["Simuladores", "Simulation"],
    ["模拟", "Simulation"],
    ["Course automobile", "Racing"],
    ["Многопользовательские игры", "Massively Multiplayer"],
    ["休闲", "Casual"],
    ["Gelegenheitsspiele", "Casual"],
    ["Acceso anticipado", "Early Access"],
    ["Стратегии", "Strategy"],
    ["กลยุทธ์", "Strategy"],
    ["Top-down Shooter", "Top-Down Shooter"],
    ["Beat ’em Up", "Beat 'em up"],
    [" rpg ", "RPG"],
  ])("%j is %s", (name, genre) => {
    expect(canonicalGenre(name)).toBe(genre);
    expect(isKnownGenre(genre)).toBe(true);
  });
});

test("an unknown genre keeps its name, and is not known", () => {
  for (const name of ["Underwater Basket Weaving", "Ничего", "Software"]) {
    expect(canonicalGenre(` ${name}`)).toBe(name);
    expect(isKnownGenre(name)).toBe(false);
  }
});

test.each([
  ["Инди, Indie, Action", "Indie, Action"],
  ["Acción,Weaving", "Action, Weaving"],
  [" , ", null],
  [null, null],
])("the genres %j become %j", (given, genres) => expect(canonicalGenres(given)).toBe(genres));

test("only known genres are shown on covers", () => {
  expect(knownGenresOf("Weaving, Action")).toBe("Action");
  expect(knownGenresOf("Weaving")).toBeNull();
  expect(knownGenresOf(null)).toBeNull();
});

test("each known genre is its own name, and its slug leads nowhere else", () => {
  for (const name of knownGenres) expect([name, canonicalGenre(name)]).toEqual([name, name]);
  expect(["indie", "rpg", "weaving"].map(genreSlugFor)).toEqual([null, null, null]);
  expect(["инди", "acao", "abenteuer", "free-to-play-spellen"].map(genreSlugFor)).toEqual([
    "indie",
    "action",
    "adventure",
    "free-to-play",
  ]);
});
