import { z } from "zod";
import { Amount, Flag, listOf, StoreKeys, wholeNumber } from "../core/parameters.ts";
import type { StoreKey } from "../stores/store-key.ts";
import { subscriptionLimits } from "../subscriptions/rules.ts";
import { PlanKey } from "../subscriptions/schema.ts";
import { gameTypes } from "./columns.ts";
import { type FilterKind, type FilterName, filterKinds, filterNames } from "./filter-kinds.ts";
import { GameType } from "./game-type.ts";

const Name = z.string().trim().min(1).max(200);

/** A decimal number such as 7.5. */
const decimal = (max: number) =>
  z.preprocess(
    (text) => (typeof text === "string" && /^\d{1,2}(\.\d)?$/.test(text) ? Number(text) : text),
    z.number(`Expected a number from 0 to ${max}`).min(0).max(max),
  );

/** `any` = all types. */
const Types: z.ZodType<"any" | GameType[], string> = z.union([z.literal("any"), listOf(GameType, gameTypes.length)], {
  error: `Expected any, or values of ${gameTypes.join(", ")}, separated by commas`,
});

function schemaOf(kind: FilterKind): z.ZodType {
  switch (kind.is) {
    case "amount":
      return Amount;
    case "percent":
      return wholeNumber(0, 100);
    case "whole":
      return wholeNumber(0, kind.max);
    case "decimal":
      return decimal(kind.max);
    case "flag":
      return Flag;
    case "day":
      return z.iso.date("Expected a day such as 2026-01-31");
    case "choice":
      return z.enum(kind.choices);
    case "choices":
      return listOf(z.enum(kind.choices), kind.choices.length);
    case "stores":
      return StoreKeys;
    case "plans":
      return listOf(PlanKey, subscriptionLimits.plans);
    case "name":
      return Name;
    case "names":
      return listOf(Name, 20);
    case "types":
      return Types;
  }
}

/** The value of each kind, and how it is sent. */
interface Plain {
  amount: [number, unknown];
  percent: [number, number];
  whole: [number, number];
  decimal: [number, unknown];
  flag: [boolean, "true" | "false"];
  day: [string, string];
  stores: [StoreKey[], string];
  name: [string, string];
  names: [string[], string];
  types: ["any" | GameType[], string];
  plans: [string[], string];
}
type Sent<Kind> = Kind extends { is: "choice"; choices: readonly (infer Choice)[] }
  ? [Choice, Choice]
  : Kind extends { is: "choices"; choices: readonly (infer Choice)[] }
    ? [Choice[], string]
    : Kind extends { is: keyof Plain }
      ? Plain[Kind["is"]]
      : never;

/** The filters in a query. */
export const gameFilters = Object.fromEntries(
  filterNames.map((name) => [name, schemaOf(filterKinds[name]).optional()]),
) as {
  [Name in FilterName]: z.ZodOptional<
    z.ZodType<Sent<(typeof filterKinds)[Name]>[0], Sent<(typeof filterKinds)[Name]>[1]>
  >;
};

const GameFilters = z.object(gameFilters);
export type GameFilters = z.output<typeof GameFilters>;
