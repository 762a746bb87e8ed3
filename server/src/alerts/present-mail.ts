import { formatPrice, toDollars } from "contract/money.ts";
import { type StoreKey, storeOf } from "contract/stores.ts";
import type { Mail } from "../mail/queue.ts";

/** An alert that has fired; money in cents. */
export interface FiredAlert {
  id: number;
  email: string;
  gameId: number;
  title: string;
  /** The target that was reached; `null` = any drop. */
  targetCents: number | null;
  /** The price before; `null` when there was none. */
  oldCents: number | null;
  newCents: number;
  store: StoreKey;
}

/** The mail that tells of it: which rule fired, the prices, the store, and how to stop it. */
export function toAlertMail(alert: FiredAlert, stopToken: string): Mail {
  const { title, targetCents } = alert;
  const store = storeOf(alert.store);
  const price = alert.newCents === 0 ? "free" : dollars(alert.newCents);
  const target = targetCents === null ? null : dollars(targetCents);
  const stopPath = `/alerts/stop?token=${stopToken}`;
  return {
    to: alert.email,
    subject: `${title} is ${price} at ${store.name}`,
    paragraphs: [
      target ? `${title} has reached your target price of ${target}.` : `The price of ${title} has dropped.`,
      `Now: ${price} at ${store.name}`,
      ...(alert.oldCents === null ? [] : [`Before: ${dollars(alert.oldCents)}`]),
      ...(store.kind === "keyshop" ? [`${store.name} is a key shop: it resells keys that it bought elsewhere.`] : []),
    ],
    action: { label: "See all prices", path: `/games/${alert.gameId}` },
    reason: target
      ? `You asked {brand} to tell you when ${title} costs ${target} or less. The next mail comes once the price has been above that.`
      : `You asked {brand} to tell you whenever the price of ${title} drops.`,
    stop: { label: "Stop this alert", path: stopPath, oneClickPath: stopPath },
  };
}

const dollars = (cents: number) => formatPrice(toDollars(cents));
