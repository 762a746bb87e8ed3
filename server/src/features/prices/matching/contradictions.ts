import type { GameType } from "contract/games/game-type.ts";
import { titleKey } from "contract/games/rules.ts";
import type { MatchReason } from "contract/prices/match-schema.ts";
import type { SourceOffer } from "../sources/source.ts";
import { asNumber, type TitleReading } from "../sources/titles.ts";

/** A game that a product may be. */
export interface KnownGame {
  id: number;
  title: string;
  type: GameType | null;
  /** Of its release. */
  year: number | null;
}

const copies =
  "(?:\\d+|two|three|four|five|six|ten)[ -]?(?:pack|packs|copies|keys|licenses|pcs|players pack)|\\d{1,2} ?x|x ?\\d{1,2}|pack of \\d+|(?:two|four|double|twin|dual) pack|(?:multi|multiple) (?:pack|copies|keys)|multipack";
const kindsOfEdition =
  "edition|deluxe|ultimate|gold|silver|platinum|premium|complete|definitive|special|legendary|collectors?|anniversary|enhanced|extended|limited|supporters?|founders?|game of the year|goty|game of year|directors cut|royal|day one|launch|remaster|remastered|remake|remade|redux|hd|classic|legacy|reloaded|starter";

/** Words that say what a product is besides the game, in the order in which they decide. */
const signs: [MatchReason, RegExp][] = (
  [
    ["account", "accounts?|konto|cuenta|compte|conta|offline activation|shared|rental|family sharing"],
    ["random_key", "random|mystery|lucky|surprise|roulette|loot ?box"],
    ["gift_card", "gift ?cards?|giftcard|prepaid|wallet|voucher|top ?up|store credit|balance|guthaben|e ?gift"],
    [
      "currency",
      "points?|coins?|v ?bucks|bucks|credits?|gems?|crystals?|diamonds?|tokens?|crowns?|shards?|robux|minecoins|cash|money|currency|shark card|orbs?|gold bars|platinum \\d+|\\d+ (?:platinum|gold|silver|bfc|cp|vc|fc|rp|nc)|wow token|nitro",
    ],
    ["subscription", "subscription|subscribe|membership|\\d+ (?:months?|days?|weeks?|year)|game ?pass|time ?card"],
    ["trial", "demo|beta|alpha|playtest|trial|prologue|preview|test server|public test|benchmark|closed test"],
    ["upgrade", "upgrades?"],
    [
      "extra",
      "soundtracks?|ost|art ?books?|artbuch|digital art|wallpapers?|comics?|making of|manual|guide|strategy guide|music|audio|poster|steelbook|merch(?:andise)?|book",
    ],
    [
      "items",
      "skins?|cosmetics?|costumes?|outfits?|trainers?|emotes?|items?|weapons?|mounts?|loot|boosters?|boost|boosting|power level(?:ing|ling)|mod menu|cheats?|hack|avatars?|armou?rs?|bonus(?:es)?|save game|unlocker|character",
    ],
    ["several_copies", copies],
    [
      "addition",
      "dlcs?|add ?ons?|expansions?|season|season pass|expansion pass|battle ?pass|pass|(?:downloadable|extra|additional) content|extension|erweiterung|map pack|packs?|kit|editor|episode|chapter|addon|expansion pack",
    ],
    ["bundle", "bundles?|collection|anthology|trilogy|compilation|franchise|double feature|pack"],
    ["edition", kindsOfEdition],
  ] as const
)
  // recheck-ignore: built from the constants above, without an unbounded quantifier next to another
  .map(([reason, words]) => [reason, new RegExp(`(?:^| )(?:${words})(?= |$)`, "u")]);

/** Reasons that do not apply to games of a type: a soundtrack in the catalogue is sold as one. */
const fitting: Partial<Record<GameType, readonly MatchReason[]>> = {
  dlc: ["addition", "items", "currency", "upgrade"],
  soundtrack: ["extra", "addition"],
  video: ["extra"],
  demo: ["trial"],
  bundle: ["bundle", "edition", "addition"],
};

/** Words that distinguish nothing. */
const plainWords = new Set(
  `a an the and of for edition standard base basic regular normal original full version game games videogame video pc
  windows mac linux steam gog epic origin uplay ubisoft connect rockstar ea app cd key keys code gift digital download
  copy global worldwide official new cheap buy instant delivery language english 1 i
  retail online code eu us row europe`.split(/\s+/),
);

/**
 * Why a product cannot be taken for the game that its appid or product id names, or nothing (spec/price-sources 2.3).
 * `isOwnId`: by the store's own id, which also stays with a product that is renamed.
 */
export function contradictionOf(
  offer: SourceOffer,
  reading: TitleReading | null,
  game: KnownGame,
  { isOwnId = false } = {},
): MatchReason | null {
  const reason = columnReason(offer, game) ?? (reading && titleReason(reading, game, isOwnId));
  if (reason === null || isFitting(reason, game)) return null;
  return isOwnId && reason === "edition" ? null : reason;
}

const isFitting = (reason: MatchReason, { type }: KnownGame) => Boolean(type && fitting[type]?.includes(reason));

/** Separate columns: edition, type, number of copies, and the upstream's own word that it is an addition. */
function columnReason(offer: SourceOffer, game: KnownGame): MatchReason | null {
  const { edition, productType, copies: count = 1, isBundle = false, isAddition = false } = offer;
  const own = wordsOf(game.title);
  if (isAddition) return "addition";
  if (count > 1) return "several_copies";
  const kind = kindIn(productType ?? "", own);
  if (kind !== null && !isFitting(kind, game)) return kind;
  if (isBundle && !isBundleTitle(own)) return "bundle";
  const extra = lacking(wordsOf(edition ?? ""), own).filter((word) => !plainWords.has(word));
  return extra.length === 0 ? null : (signIn(extra) ?? "edition");
}

const isBundleTitle = (words: readonly string[]) =>
  signIn(words, ["bundle", "addition", "several_copies", "edition"]) !== null;

/** Of each path such as "Games > DLC" the last part, unless that names games: "Games & DLC", "Music Games". */
function kindIn(types: string, own: readonly string[]): MatchReason | null {
  const lasts = types.split("|").map((path) => path.split(/[>»\\/]/).at(-1)!);
  const words = lasts.flatMap((last) => (isOfGames(last) ? [] : [lacking(wordsOf(last), own)]));
  return words.map((one) => signIn(one)).find((reason) => reason !== null && reason !== "edition") ?? null;
}

const isOfGames = (text: string) =>
  /\bgames?\s*(?:$|software|&|,|\+|and\b|or\b)/i.test(text) || /(?:&|,|\+|\band|\bor) ?games?\b/i.test(text);

function titleReason(reading: TitleReading, game: KnownGame, isOwnId: boolean): MatchReason | null {
  if (reading.isAddition && !isFitting("addition", game)) return "addition";
  const { year } = reading;
  if (year !== null && game.year !== null && Math.abs(year - game.year) > 1) return "date";
  const own = wordsOf(game.title);
  const named = wordsOf(reading.name);
  if (own.join("") === named.join("")) return null;
  const { words, isBeyond } = leftoverOf(named, own);
  const sign = signIn(words);
  if (sign !== null) return sign;
  if (isOwnId) return null;
  const extra = words.filter((word) => !plainWords.has(word) && !isYearOf(word, game));
  if (extra.length === 0) return lacksNumber(named, own) ? "title_differs" : null;
  if (!extra.some(isLatin) || !own.some(isLatin)) return null;
  if (isBeyond) return isBrand(named, own) ? null : "title_differs";
  const missing = lacking(own, named);
  const shared = 1 - missing.length / own.length;
  const isSpelling = shared >= 0.7 && extra.length <= missing.length && !extra.some((word) => /^\d+$/.test(word));
  return isSpelling ? null : "title_differs";
}

/** The reason of the first sign among the words of a product that the game's title lacks. */
function signIn(words: readonly string[], of?: readonly MatchReason[]): MatchReason | null {
  const text = words.join(" ");
  return signs.find(([reason, pattern]) => (!of || of.includes(reason)) && pattern.test(text))?.[0] ?? null;
}

/** The reason why a product is no game of the catalogue, as far as its title says. */
export function signOf(reading: TitleReading): MatchReason | null {
  return reading.isAddition ? "addition" : signIn(wordsOf(reading.name));
}

const leftOut = new Set(["the", "a", "an", "and"]);

/** Words of a title: numbers in digits, without articles; "assassin's" and "S.T.A.L.K.E.R." as one word. */
function wordsOf(title: string): string[] {
  const words = titleKey(title.replace(/(?<=\p{L})['’`´](?=s\b)/gu, "").replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, ""))
    .replace(/(?<= )(\d{1,3})k(?= |$)/g, "$1 000")
    .split(" ")
    .filter((word) => word !== "" && !leftOut.has(word));
  return words.map((word, n) => (n === 0 ? word : asNumber(word)));
}

/** The words of a product that the game's title lacks. `isBeyond`: the product has the whole title, and more. */
function leftoverOf(named: readonly string[], own: readonly string[]): { words: string[]; isBeyond: boolean } {
  const at = named.findIndex((_, start) => own.length > 0 && own.every((word, n) => named[start + n] === word));
  if (at >= 0) return { words: [...named.slice(0, at), ...named.slice(at + own.length)], isBeyond: true };
  const words = lacking(named, own);
  const missing = lacking(own, named);
  return { words, isBeyond: missing.length === 0 };
}

/** Words that the other text lacks, each as often as it does; a typing mistake is no difference. */
function lacking(words: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  const rest = words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return rest.filter((word) => {
    const at = left.findIndex((one) => isMistyped(word, one));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Whether two long words differ by one letter: another, a missing one, or two that are swapped. */
function isMistyped(a: string, b: string): boolean {
  if (a.length < 4 || b.length < 4 || Math.abs(a.length - b.length) > 1 || /\d/.test(a + b)) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwapped = restA.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
  return isSwapped || (restA.length <= 1 && restB.length <= 1);
}

const isLatin = (word: string) => /\p{Script=Latin}|\d/u.test(word);

const isYearOf = (word: string, { year }: KnownGame) =>
  /^(?:19|20)\d\d$/.test(word) && year !== null && Math.abs(Number(word) - year) <= 1;

/** "Portal" for "Portal 2": the product leaves out a sequel's number at its end. */
function lacksNumber(named: readonly string[], own: readonly string[]): boolean {
  return named.every((word, n) => own[n] === word) && /^(?:[2-9]|1\d)$/.test(own[named.length] ?? "");
}

/** "Sid Meier's Civilization" for "Civilization": a name in the possessive before the title. */
function isBrand(named: readonly string[], own: readonly string[]): boolean {
  const at = named.length - own.length;
  return at > 0 && at <= 3 && own.every((word, n) => named[at + n] === word) && named[at - 1]!.endsWith("s");
}
