import { toMinor } from "contract/core/money.ts";
import type { DeskOffer } from "contract/prices/desk-schema.ts";

/** The form of a price set by hand. */
export interface OverrideForm {
  price: string;
  regular: string;
  /** Local time, in the format of the browser's field. */
  until: string;
  reason: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const usualDays = 7;
export const maxDays = 30;

/** The price as it is, for a week. */
export function openForm({ price, regular_price, override }: DeskOffer, now: Date): OverrideForm {
  return {
    price: price === null ? "" : String(price),
    regular: regular_price === null ? "" : String(regular_price),
    until: toLocal(override ? new Date(override.until) : new Date(now.getTime() + usualDays * dayMs)),
    reason: override?.reason ?? "",
  };
}

/** In the format of a `datetime-local` field. */
function toLocal(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The problems by field; empty for a valid form. */
export function formProblems(
  { price, regular, until, reason }: OverrideForm,
  currency: string,
  now: Date,
): Partial<Record<keyof OverrideForm, string>> {
  const problems: Partial<Record<keyof OverrideForm, string>> = {};
  const isAmount = (text: string) => text.trim() !== "" && toMinor(Number(text), currency) !== null;
  if (!isAmount(price)) problems.price = `An amount in ${currency}, such as 9.99`;
  if (regular.trim() !== "" && !isAmount(regular)) problems.regular = `An amount in ${currency}, or nothing`;
  else if (regular.trim() !== "" && Number(regular) < Number(price)) problems.regular = "Not below the price";
  const time = new Date(until).getTime();
  const isWithin = time > now.getTime() && time <= now.getTime() + maxDays * dayMs;
  if (!isWithin) problems.until = `A time within the next ${maxDays} days`;
  const why = checkReason(reason);
  if (why) problems.reason = why;
  return problems;
}

/** The request body. `base` = the price that was shown. */
export function toOverride({ price, regular, until, reason }: OverrideForm, base: number | null) {
  return {
    price: Number(price),
    regular: regular.trim() === "" ? null : Number(regular),
    until: new Date(until).toISOString(),
    reason,
    base_price: base,
  };
}

const minReason = 3;

/** The problem of a reason, if any. */
export function checkReason(reason: string): string | undefined {
  return reason.trim().length < minReason ? `Say why, in ${minReason} to 500 characters` : undefined;
}
