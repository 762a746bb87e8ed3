import { decimalsOf } from "contract/core/currencies.ts";
import type { Rule, RuleBody } from "contract/notifications/rule-schema.ts";
import {
  hasValue,
  parseDiscount,
  parseTargetPrice,
  type RuleKind,
  type RuleScope,
} from "contract/notifications/rules.ts";
import type { ChosenGame } from "./game-field.tsx";

/** A rule as edited in its form. */
export interface RuleDraft {
  /** `game`, `wishlist`, or the id of a list. */
  subject: string;
  game: ChosenGame | null;
  kind: RuleKind;
  /** As typed. */
  value: string;
  scope: RuleScope;
  channels: readonly number[];
}

const empty: RuleDraft = { subject: "wishlist", game: null, kind: "drop", value: "", scope: "all", channels: [] };

/** The draft of a rule; a new one is about the game, if given, and has all channels. */
export function draftOf(rule: Rule | null, game: ChosenGame | null, channels: readonly number[]): RuleDraft {
  if (!rule) return { ...empty, subject: game ? "game" : empty.subject, game, channels };
  const { subject, kind, value, currency } = rule;
  return {
    subject: subject.type === "list" ? String(subject.id) : subject.type,
    game: subject.type === "game" ? { id: subject.id, title: subject.title } : null,
    kind,
    value: value === null ? "" : kind === "target" ? value.toFixed(decimalsOf(currency)) : String(value),
    scope: rule.scope,
    channels: rule.channels,
  };
}

/** The request body, or the part that is missing or invalid. */
export function bodyOf(
  { subject, game, kind, value, scope, channels }: RuleDraft,
  { country, currency }: { country: string; currency: string },
): { body: RuleBody } | { wrong: "game" | "value" } {
  if (subject === "game" && game === null) return { wrong: "game" };
  const amount = kind === "target" ? parseTargetPrice(value, currency) : parseDiscount(value);
  if (hasValue(kind) && amount === null) return { wrong: "value" };
  const named =
    subject === "game"
      ? { type: "game" as const, id: game!.id }
      : subject === "wishlist"
        ? { type: "wishlist" as const }
        : { type: "list" as const, id: Number(subject) };
  return {
    body: { kind, subject: named, country, value: hasValue(kind) ? amount : null, scope, channels: [...channels] },
  };
}
