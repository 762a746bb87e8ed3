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
  /** The game's title, if the subject is a game. */
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

/** The subject of a rule, as the subject of a sentence. */
function subjectText({ subject, title, listName }: StatedRule, text: ReadNotice): string {
  return text(`notices.subject.${subject}`, { title, list: listName ?? "" });
}

/** Its condition, as the predicate of a sentence. */
export function conditionText(rule: StatedRule, text: ReadNotice): string {
  const { kind, value } = rule;
  return text(`notices.condition.${kind}`, {
    value: kind === "target" ? formatPrice(value, rule) : String(value ?? ""),
  });
}

/** Why the user was notified. */
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

/** The price, as part of a sentence. */
export function priceText(event: Pick<NotifiedEvent, "price" | "currency" | "locale">, text: ReadNotice): string {
  return event.price === 0 ? text("notices.free") : formatPrice(event.price, event);
}
