import type { FilterLabel } from "contract/games/filter-labels.ts";
import type { GameType } from "contract/games/game-type.ts";
import { type ListFilters, splitList } from "../list-filters.ts";

/** A list with or without an item; `undefined` when it is empty. */
export function toggleItem(list: string | undefined, item: string, isIn: boolean): string | undefined {
  const others = splitList(list).filter((other) => other !== item);
  return (isIn ? [...others, item] : others).sort().join(",") || undefined;
}

/** The types of games in the order in which they are offered. */
export const types = [
  "game",
  "dlc",
  "bundle",
  "software",
  "demo",
  "soundtrack",
  "video",
] as const satisfies readonly GameType[];

/** The types that a filter includes: games without a filter, all with `any`. */
export function chosenTypes(filter: string | undefined): readonly string[] {
  return filter === "any" ? types : splitList(filter ?? "game");
}

/** The filter of types with or without one of them. */
export function toggleType(filter: string | undefined, type: GameType, isIn: boolean): string | undefined {
  const before = chosenTypes(filter);
  const after = types.filter((one) => (one === type ? isIn : before.includes(one)));
  if (after.length === types.length) return "any";
  return after.length === 0 || String(after) === "game" ? undefined : [...after].sort().join(",");
}

/** The change that removes a filter, or one item of its list. */
export function without({ name, item }: Pick<FilterLabel, "name" | "item">, filters: ListFilters): ListFilters {
  const items = filters[name];
  if (item !== undefined && typeof items === "string") return { [name]: toggleItem(items, item, false) };
  return { [name]: undefined, ...(name === "low" && { low_within: undefined }) };
}
