import type { noticeTexts } from "../content-strings/defaults/personal/notice.ts";
import type { TextKey, TextValues } from "../content-strings/variables.ts";
import { formatPrice, type MoneyFormat } from "../core/money.ts";
import { languageOf } from "../languages/language.ts";
import { hasStores, isPlanKind, type RuleKind, type RuleScope, type RuleSubject } from "./rules.ts";

/** Reads a text and fills in its variables. */
export type ReadNotice = (key: TextKey<typeof noticeTexts>, values?: TextValues) => string;

/** With how prices are written. */
interface StatedRule extends MoneyFormat {
  kind: RuleKind;
  /** An amount, or per cent. */
  value: number | null;
  scope: RuleScope;
  subject: RuleSubject;
  /** The game's title, if the subject is a game. */
  title: string;
  /** Of a list or of a saved search. */
  listName: string | null;
}

/** A rule that has fired. */
export interface NotifiedEvent extends StatedRule {
  /** These two are `null` in an event of a subscription. */
  store: string | null;
  price: number | null;
  /** Of the plan that the game joined or leaves. */
  plan: string | null;
  /** The day it leaves; `null` = only probable. */
  leaves_on: string | null;
  median_days: number | null;
  /** That the price is for, with how many of its games the user wants and what they cost one by one. */
  bundle: { title: string; games: number; separately: number } | null;
  /** The tag of the reader's language. */
  language: string;
}

/** The subject of a rule, as the subject of a sentence. */
function subjectText({ subject, title, listName }: StatedRule, text: ReadNotice): string {
  return text(`notices.subject.${subject}`, { title, list: listName ?? "" });
}

/** Its condition, as the predicate of a sentence. */
export function conditionText(rule: StatedRule, text: ReadNotice): string {
  const { kind, value, listName } = rule;
  return text(`notices.condition.${kind}`, {
    list: listName ?? "",
    value: kind === "target" ? formatPrice(value, rule) : String(value ?? ""),
  });
}

/** Why the user was notified. */
export function reasonText(rule: StatedRule, text: ReadNotice): string {
  const [subject, condition] = [subjectText(rule, text), conditionText(rule, text)];
  if (!hasStores(rule.kind)) return text("notices.reason_plan", { subject, condition });
  return text("notices.reason", { subject, condition, where: text(`notices.where.${rule.scope}`) });
}

/** An event in one line. */
export function eventTitle(event: NotifiedEvent, text: ReadNotice): string {
  const { kind, title, store, price, bundle } = event;
  if (isPlanKind(kind)) return planTitle(event, text);
  if (bundle) return bundleTitle(event, bundle, text);
  const titleKind = price === 0 && kind !== "stock" ? "free" : kind;
  return text(`notices.title.${titleKind}`, { title, store: store ?? "", price: priceText(event, text) });
}

function planTitle({ kind, title, plan, leaves_on, median_days, language }: NotifiedEvent, text: ReadNotice): string {
  const values = { title, plan: plan ?? "" };
  if (kind === "joins") return text("notices.title.joins", values);
  const { date, months } = languageOf(language);
  if (leaves_on !== null) return text("notices.title.leaves", { ...values, date: date(leaves_on) });
  return text("notices.title.leaves_likely", { ...values, duration: months(Math.round((median_days ?? 0) / 30.4)) });
}

function bundleTitle(
  event: NotifiedEvent,
  { title, games, separately }: NonNullable<NotifiedEvent["bundle"]>,
  text: ReadNotice,
): string {
  return text("notices.title.bundle", {
    bundle: title,
    store: event.store ?? "",
    price: priceText(event, text),
    games,
    separately: formatPrice(separately, event),
  });
}

/** The price, as part of a sentence. */
export function priceText(event: MoneyFormat & Pick<NotifiedEvent, "price">, text: ReadNotice): string {
  return event.price === 0 ? text("notices.free") : formatPrice(event.price, event);
}
