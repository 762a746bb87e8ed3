import type { noticeTexts } from "../content-strings/defaults/personal/notice.ts";
import { formatPrice } from "../core/money.ts";
import type { RuleKind, RuleScope, RuleSubject } from "./rules.ts";

/** Reads a text and fills in its variables. */
export type ReadNotice = (key: keyof typeof noticeTexts, values?: Readonly<Record<string, string | number>>) => string;

interface StatedRule {
  kind: RuleKind;
  /** An amount, or per cent. */
  value: number | null;
  scope: RuleScope;
  subject: RuleSubject;
  /** Of the game, where the subject is one. */
  title: string;
  listName: string | null;
  currency: string;
  /** How the market writes prices (BCP 47). */
  locale: string;
}

/** A rule that has fired. */
export interface NotifiedEvent extends StatedRule {
  store: string;
  price: number;
}

/** What a rule is about, as the subject of a sentence. */
export function subjectText({ subject, title, listName }: StatedRule, text: ReadNotice): string {
  return text(`notices.subject.${subject}`, { title, list: listName ?? "" });
}

/** What it waits for, as the predicate of a sentence. */
export function conditionText(rule: StatedRule, text: ReadNotice): string {
  const { kind, value } = rule;
  return text(`notices.condition.${kind}`, {
    value: kind === "target" ? formatPrice(value, rule) : String(value ?? ""),
  });
}

/** Why an event was reported. */
export function reasonText(rule: StatedRule, text: ReadNotice): string {
  const [subject, condition] = [subjectText(rule, text), conditionText(rule, text)];
  return text("notices.reason", { subject, condition, where: text(`notices.where.${rule.scope}`) });
}

/** An event in one line. */
export function eventTitle(event: NotifiedEvent, text: ReadNotice): string {
  const { kind, title, store, price } = event;
  const titleKind = price === 0 && kind !== "stock" ? "free" : kind;
  return text(`notices.title.${titleKind}`, { title, store, price: priceText(event, text) });
}

/** What it costs, in a sentence. */
export function priceText(event: Pick<NotifiedEvent, "price" | "currency" | "locale">, text: ReadNotice): string {
  return event.price === 0 ? text("notices.free") : formatPrice(event.price, event);
}
