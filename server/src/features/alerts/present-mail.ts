import { formatPrice, toDollars } from "contract/core/money.ts";
import { type Store, type StoreKey, storeOf } from "contract/stores.ts";
import type { Mail } from "../../platform/mail/queue.ts";

/** An alert that has fired; money in cents. */
export interface AlertMailRow {
  /** Of the firing: in the order in which prices were recorded. */
  id: number;
  alertId: number;
  userId: number;
  email: string | null;
  gameId: number;
  title: string;
  /** The target that was reached; `null` = any drop. */
  targetCents: number | null;
  /** The price before; `null` when there was none. */
  oldCents: number | null;
  newCents: number;
  store: StoreKey;
}

type AddressedAlert = AlertMailRow & { email: string };

/** Tokens for links that stop alert mail. */
interface StopTokens {
  signAlert(alertId: number): string;
  signAll(userId: number): string;
}

/** The mail about one price: which rule fired, the prices, the store, and how to stop. */
export function toAlertMail(alert: AddressedAlert, links: StopTokens): Mail {
  const { title, targetCents } = alert;
  const store = storeOf(alert.store);
  const price = priceText(alert.newCents);
  const target = targetCents === null ? null : dollars(targetCents);
  const stopPath = pathOf(links.signAlert(alert.alertId));
  return {
    to: alert.email,
    addressee: "verified",
    subject: `${title} is ${price} at ${store.name}`,
    paragraphs: [
      target ? `${title} has reached your target price of ${target}.` : `The price of ${title} has dropped.`,
      `Now: ${price} at ${store.name}`,
      ...(alert.oldCents === null ? [] : [`Before: ${dollars(alert.oldCents)}`]),
      ...keyshopNotes([store]),
    ],
    action: { label: "See all prices", path: `/games/${alert.gameId}` },
    reason: target
      ? `You asked {brand} to tell you when ${title} costs ${target} or less. ` +
        "The next mail comes once the price has been above that."
      : `You asked {brand} to tell you whenever the price of ${title} drops.`,
    stop: { links: [{ label: "Stop this alert", path: stopPath }, stopAll(alert, links)], oneClickPath: stopPath },
  };
}

/**
 * The mail about all prices of one user that were over a day's limit of single mails; `fired` in their order, at least
 * one.
 */
export function toDigestMail(
  fired: readonly AddressedAlert[],
  { maxPerDay, links }: { maxPerDay: number; links: StopTokens },
): Mail {
  // of an alert that fired several times the latest price counts
  const latest = [...new Map(fired.map((alert) => [alert.alertId, alert])).values()];
  const [first] = latest as [AddressedAlert];
  const stop = stopAll(first, links);
  const stores = [...new Set(latest.map(({ store }) => store))].map(storeOf);
  return {
    to: first.email,
    addressee: "verified",
    subject: latest.length === 1 ? "1 more price alert" : `${latest.length} more price alerts`,
    paragraphs: [
      `More of your price alerts fired than the ${maxPerDay} that are mailed one by one on a day. Here are the others.`,
      ...latest.map(describe),
      ...keyshopNotes(stores),
    ],
    action: { label: "See your price alerts", path: "/profile" },
    reason: "You asked {brand} to tell you about these prices.",
    stop: { links: [stop], oneClickPath: stop.path },
  };
}

function describe({ title, newCents, oldCents, store }: AlertMailRow): string {
  const before = oldCents === null ? "" : `, before ${dollars(oldCents)}`;
  return `${title}: ${priceText(newCents)} at ${storeOf(store).name}${before}`;
}

function keyshopNotes(stores: readonly Store[]): string[] {
  return stores
    .filter(({ kind }) => kind === "keyshop")
    .map(({ name }) => `${name} is a key shop: it resells keys that it bought elsewhere.`);
}

function stopAll({ userId }: AlertMailRow, links: StopTokens) {
  return { label: "Stop all alert mails", path: pathOf(links.signAll(userId)) };
}

const pathOf = (token: string) => `/alerts/stop?token=${token}`;
const dollars = (cents: number) => formatPrice(toDollars(cents));
const priceText = (cents: number) => (cents === 0 ? "free" : dollars(cents));
