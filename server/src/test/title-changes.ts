import { titleKey } from "contract/games/rules.ts";
import type { SourceOffer } from "../features/prices/sources/source.ts";

/** A game whose title is changed. */
export interface ChangedGame {
  id: number;
  title: string;
  appid: number;
  year: number | null;
}

/** What must become of a product in the United States. */
type Outcome =
  /** It is this game, and a person is certain about it. */
  | { gameId: number }
  /** It must not become an offer of any game, except one that has exactly this title. */
  | { exceptTitle: string };

export interface ChangedTitle {
  kind: string;
  offer: SourceOffer;
  outcome: Outcome;
}

type Columns = Partial<SourceOffer>;

/** How shops write a game that they sell; `null` = this title has nothing to change. */
const sameGame: Record<string, (game: ChangedGame) => Columns | string | null> = {
  "the title": ({ title }) => title,
  "a key": ({ title }) => `${title} Steam Key`,
  "a key for PC, global": ({ title }) => `${title} (PC) Steam Key GLOBAL`,
  "a platform": ({ title }) => `${title} PC`,
  "platform and launcher": ({ title }) => `${title} - PC (Steam)`,
  "a CD key": ({ title }) => `${title} Steam CD Key`,
  "a launcher in square brackets": ({ title }) => `${title} [Steam]`,
  "another launcher": ({ title }) => `${title} (Epic Games)`,
  "a shop's name": ({ title }) => `${title} GOG.com Key GLOBAL`,
  "two systems": ({ title }) => `${title} - PC & Mac (Steam)`,
  "launcher first": ({ title }) => `[Steam] ${title}`,
  capitals: ({ title }) => title.toUpperCase(),
  "small letters": ({ title }) => `${title.toLowerCase()} pc`,
  "without signs and accents": ({ title }) =>
    title
      .replace(/[™®©℠:!?.,]/gu, "")
      .normalize("NFKD")
      .replace(/\p{Mn}/gu, ""),
  "the standard edition": ({ title }) => `${title} - Standard Edition PC`,
  "the own country": ({ title }) => `${title} (US) Steam Key`,
  "the own country in capitals": ({ title }) => `${title} Steam Key UNITED STATES`,
  "the own part of the world": ({ title }) => `${title} Steam Gift NORTH AMERICA`,
  "everywhere except elsewhere": ({ title }) => `${title} Steam Key GLOBAL (excl. RU, BY)`,
  "the rest of the world": ({ title }) => `${title} |ROW|`,
  "the article at the end": ({ title }) => (/^The /.test(title) ? `${title.slice(4)}, The` : null),
  "numbers in digits": ({ title }) =>
    changed(
      title,
      title.replace(/ (II|III|IV|VI)\b/, (_, number) => ` ${digits[number]}`),
    ),
  "no apostrophe": ({ title }) => changed(title, title.replace(/['’](?=s\b)/g, "")),
  "and for &": ({ title }) => changed(title, title.replace(" & ", " and ")),
  "a typing mistake": ({ title }) => misspelled(title),
  "the year": ({ title, year }) => (year === null ? null : `${title} (${year}) Steam Key`),
  columns: ({ title }) => ({ title, platform: "Steam", region: "Global", edition: "Standard" }),
  "a column of two platforms": ({ title }) => ({ title, platform: "PC, Xbox One" }),
  appid: ({ title, appid }) => ({ title: `${title} Steam Key`, steamAppid: appid }),
  "appid and a typing mistake": ({ title, appid }) => {
    const wrong = misspelled(title);
    return wrong === null ? null : { title: wrong, steamAppid: appid };
  },
  "appid and category": ({ title, appid }) => ({ title, steamAppid: appid, productType: "Games > PC Games" }),
};

/** Products that are something else, or not for this country. */
const otherProduct: Record<string, (game: ChangedGame, other: ChangedGame) => Columns | string> = {
  "a season pass": ({ title }) => `${title} Season Pass Steam Key`,
  "a DLC": ({ title }) => `${title} - The Lost Chapter PC - DLC`,
  "a soundtrack": ({ title }) => `${title} Soundtrack`,
  "a larger edition": ({ title }) => `${title} Digital Deluxe Edition PC`,
  "a pack of four": ({ title }) => `${title} 4-Pack Steam Key`,
  "an account": ({ title }) => `${title} Steam Account`,
  "two games": ({ title }, other) => `${title} + ${other.title} (PC)`,
  currency: ({ title }) => `${title} - 1000 Coins`,
  "a demo": ({ title }) => `${title} Demo`,
  "a beta": ({ title }) => `${title} Beta Access Key`,
  "a sequel": ({ title }) => `${title} 17`,
  "appid of a soundtrack's game": ({ title, appid }) => ({ title: `${title} OST (PC)`, steamAppid: appid }),
  "appid and an art book": ({ title, appid }) => ({ title: `${title} - Digital Artbook`, steamAppid: appid }),
  "appid and an edition": ({ title, appid }) => ({ title: `${title}: Ultimate Edition Steam Key`, steamAppid: appid }),
  "appid and several copies": ({ title, appid }) => ({ title: `${title} x4 Steam Key`, steamAppid: appid }),
  "appid and an account": ({ title, appid }) => ({ title: `${title} (Account)`, steamAppid: appid }),
  "appid and an upgrade": ({ title, appid }) => ({ title: `${title} Deluxe Upgrade`, steamAppid: appid }),
  "appid and an unknown addition": ({ title, appid }) => ({
    title: `${title}: Thornwood Ascension`,
    steamAppid: appid,
  }),
  "appid and a random key": ({ appid }) => ({ title: "Random Premium Steam Key", steamAppid: appid }),
  "appid and a gift card": ({ title, appid }) => ({ title: `${title} Gift Card 20 USD`, steamAppid: appid }),
  "appid of another game": ({ title }, { appid }) => ({ title: `${title} Steam Key`, steamAppid: appid }),
  "appid and copies in a column": ({ title, appid }) => ({ title, steamAppid: appid, copies: 4 }),
  "appid and an edition in a column": ({ title, appid }) => ({ title, steamAppid: appid, edition: "Gold Edition" }),
  "appid and another type": ({ title, appid }) => ({ title, steamAppid: appid, productType: "Games > DLC" }),
  "a console": ({ title }) => `${title} Xbox Series X|S`,
  "another console": ({ title, appid }) => ({ title: `${title} (Nintendo Switch)`, steamAppid: appid }),
  "a console in a column": ({ title, appid }) => ({ title, steamAppid: appid, platform: "PlayStation 5" }),
  "an unknown platform": ({ title, appid }) => ({ title, steamAppid: appid, platform: "Tizen Store" }),
  "another part of the world": ({ title, appid }) => ({ title: `${title} Steam Key EUROPE`, steamAppid: appid }),
  "other countries": ({ title }) => `${title} (RU/CIS) Steam Key`,
  "everywhere except here": ({ title, appid }) => ({ title, steamAppid: appid, region: "Global (except USA)" }),
};

const digits: Record<string, string> = { II: "2", III: "3", IV: "4", V: "5", VI: "6", VII: "7" };

const changed = (before: string, after: string) => (before === after ? null : after);

/** With two letters swapped in the longest word, if it is long. */
function misspelled(title: string): string | null {
  const [word = ""] = title.split(/\P{L}+/u).sort((a, b) => b.length - a.length);
  const middle = Math.floor(word.length / 2);
  const swapped = word.slice(0, middle - 1) + word[middle] + word[middle - 1] + word.slice(middle + 1);
  return word.length < 6 || swapped === word ? null : title.replace(word, swapped);
}

/** Titles made from games by all kinds of change in turn. `next` picks a game. */
export function changeTitles(count: number, next: () => ChangedGame): ChangedTitle[] {
  const kinds = [...Object.keys(sameGame), ...Object.keys(otherProduct)];
  const made: ChangedTitle[] = [];
  for (let n = 0; made.length < count; n++) {
    const kind = kinds[n % kinds.length]!;
    for (let attempt = 0; attempt < 500; attempt++) {
      const [game, other] = [next(), next()];
      if (game.id === other.id || titleKey(game.title) === titleKey(other.title)) continue;
      const product = sameGame[kind]?.(game) ?? otherProduct[kind]?.(game, other) ?? null;
      if (product === null) continue;
      const columns = typeof product === "string" ? { title: product } : product;
      const offer = { productId: `p${made.length}`, currency: "USD", priceMinor: 999, ...columns };
      const outcome = kind in sameGame ? { gameId: game.id } : { exceptTitle: offer.title ?? "" };
      made.push({ kind, offer, outcome });
      break;
    }
  }
  return made;
}

export interface MatchedTitle extends ChangedTitle {
  /** The game that it was matched with automatically. */
  matched: { id: number; title: string } | null;
  /** Whether a person cannot know the game from the title either. */
  isAmbiguous: boolean;
}

/** Right and wrong automatic matches, and how many certain products were matched; wrong ones as text. */
export function judge(titles: readonly MatchedTitle[]) {
  const isWrong = ({ outcome, matched }: MatchedTitle) =>
    matched !== null &&
    ("gameId" in outcome ? matched.id !== outcome.gameId : lettersOf(matched.title) !== lettersOf(outcome.exceptTitle));
  const matched = titles.filter((one) => one.matched !== null);
  const wrong = matched.filter(isWrong);
  const certain = titles.filter(({ outcome, isAmbiguous }) => "gameId" in outcome && !isAmbiguous);
  const missed = certain.filter((one) => one.matched === null);
  const describe = ({ kind, offer, matched: game }: MatchedTitle) =>
    `${kind}: ${offer.title} → ${game?.title ?? "waits"}`;
  return {
    matched: matched.length,
    precision: 1 - wrong.length / Math.max(1, matched.length),
    certain: certain.length,
    recall: 1 - missed.length / Math.max(1, certain.length),
    wrong: wrong.map(describe),
    missed: missed.map(describe),
  };
}

/** The letters of a title as a person compares them: without "the" and "and", numbers in digits, no year in brackets. */
export function lettersOf(title: string): string {
  return titleKey(title.replace(/ \((?:19|20)\d\d\)|&/g, " "))
    .replace(/ (ii|iii|iv|v|vi|vii)\b/g, (_, number: string) => digits[number.toUpperCase()]!)
    .replace(/^the | and\b|[^\p{L}\p{N}]/gu, "");
}

/** Titles that other games have too, or begin with, in any notation: nobody knows which is meant. */
export function ambiguousTitles(games: readonly { id: number; title: string }[]): ReadonlySet<number> {
  const plain = (title: string) =>
    titleKey(title).replace(/ (ii|iii|iv|vi)\b/g, (_, n) => ` ${digits[n.toUpperCase()]}`);
  const sorted = games.map(({ id, title }) => ({ id, key: plain(title) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  const found = new Set<number>();
  for (const [n, { id, key }] of sorted.entries()) {
    const next = sorted[n + 1]?.key ?? "";
    if (next === key || next.startsWith(`${key} `) || sorted[n - 1]?.key === key) found.add(id);
  }
  return found;
}
