import { z } from "zod";
import { Amount, Flag, listOf, StoreKeys, wholeNumber } from "../core/parameters.ts";
import { launchers } from "../prices/launchers.ts";
import { gameTypes } from "./columns.ts";
import { GameType } from "./game-type.ts";

const Name = z.string().trim().min(1).max(200);

/** Names separated by commas, such as genres or tags. */
const Names = listOf(Name, 20);

const Day = z.iso.date("Expected a day such as 2026-01-31");

/** A decimal number such as 7.5. */
const Rating = z.preprocess(
  (text) => (typeof text === "string" && /^\d{1,2}(\.\d)?$/.test(text) ? Number(text) : text),
  z.number("Expected a number from 0 to 10").min(0).max(10),
) as z.ZodType<number, unknown>;

/** `any` = all types. */
const Types: z.ZodType<"any" | GameType[], string> = z.union([z.literal("any"), listOf(GameType, gameTypes.length)]);

/** At the low, at a new low (`newDays`), or near the low. */
const lowFilters = ["at", "new", "near"] as const;

/** For how many days a low counts as new, and a release as recent. */
export const newDays = 14;

/**
 * The filters of lists of games (spec/games 2.8). The read model decides which games match, the page how each is
 * displayed.
 */
export const gameFilters = {
  min_price: Amount.optional(),
  max_price: Amount.optional(),
  min_cut: wholeNumber(0, 100).optional(),
  low: z.enum(lowFilters).optional(),
  /** With `low=near`: in percent above the low. */
  low_within: wholeNumber(0, 100).optional(),
  /** Sold by any of these stores. */
  store: StoreKeys.optional(),
  official: Flag.optional(),
  /** Offers that activate on any of these launchers. */
  activates: listOf(z.enum(launchers), launchers.length).optional(),
  /** Any of these genres. */
  genre: Names.optional(),
  /** All of these tags. */
  tag: Names.optional(),
  tag_any: Names.optional(),
  tag_not: Names.optional(),
  developer: Name.optional(),
  released_from: Day.optional(),
  released_to: Day.optional(),
  upcoming: Flag.optional(),
  min_rating: Rating.optional(),
  min_metacritic: wholeNumber(0, 100).optional(),
  min_players: wholeNumber(0, 2_147_483_647).optional(),
  min_reviews: wholeNumber(0, 2_147_483_647).optional(),
  type: Types.optional(),
  free: Flag.optional(),
};

const GameFilters = z.object(gameFilters);
export type GameFilters = z.output<typeof GameFilters>;
