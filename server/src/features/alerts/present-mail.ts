import { formatPrice, toAmount } from "contract/core/money.ts";
import type { StoreKind } from "contract/stores/schema.ts";
import type { Mail } from "../../platform/mail/queue.ts";

/** An alert that has fired; money in minor units of the currency. */
export interface AlertMailRow {
  /** Id of the fired alert, in the order in which prices were recorded. */
  id: number;
  alertId: number;
  userId: number;
  email: string | null;
  gameId: number;
  title: string;
  /** The target that was reached; `null` = any drop. */
  targetMinor: number | null;
  /** The price before; `null` when there was none. */
  oldMinor: number | null;
  newMinor: number;
  storeName: string;
  storeKind: StoreKind;
  currency: string;
  /** How the market writes prices (BCP 47). */
  locale: string;
  /** The market's country in lower case, as in URLs; `null` = the default one. */
  countryPath: string | null;
}

type AddressedAlert = AlertMailRow & { email: string };

/** Tokens for links that stop alert mail. */
interface StopTokens {
  signAlert(alertId: number): string;
  signAll(userId: number): string;
}

/** The mail about one price: which rule fired, the prices, the store, and how to stop. */
export function toAlertMail(alert: AddressedAlert, links: StopTokens): Mail {
  const { title, targetMinor, storeName } = alert;
  const price = priceText(alert.newMinor, alert);
  const target = targetMinor === null ? null : money(targetMinor, alert);
  const stopPath = pathOf(links.signAlert(alert.alertId));
  return {
    to: alert.email,
    addressee: "verified",
    subject: `${title} is ${price} at ${storeName}`,
    paragraphs: [
      target ? `${title} has reached your target price of ${target}.` : `The price of ${title} has dropped.`,
      `Now: ${price} at ${storeName}`,
      ...(alert.oldMinor === null ? [] : [`Before: ${money(alert.oldMinor, alert)}`]),
      ...keyshopNotes([alert]),
    ],
    action: { label: "See all prices", path: gamePath(alert) },
    reason: target
      ? `You asked {brand} to tell you when ${title} costs ${target} or less. ` +
        "The next mail comes once the price has been above that."
      : `You asked {brand} to tell you whenever the price of ${title} drops.`,
    stop: { links: [{ label: "Stop this alert", path: stopPath }, stopAll(alert, links)], oneClickPath: stopPath },
  };
}

/**
 * The mail about all prices of one user that exceeded a day's limit of single mails. `fired` is in order and not empty.
 */
export function toDigestMail(
  fired: readonly AddressedAlert[],
  { maxPerDay, links }: { maxPerDay: number; links: StopTokens },
): Mail {
  // for an alert that fired several times the latest price counts
  const latest = [...new Map(fired.map((alert) => [alert.alertId, alert])).values()];
  const [first] = latest as [AddressedAlert];
  const stop = stopAll(first, links);
  return {
    to: first.email,
    addressee: "verified",
    subject: latest.length === 1 ? "1 more price alert" : `${latest.length} more price alerts`,
    paragraphs: [
      `More of your price alerts fired than the ${maxPerDay} that are mailed one by one on a day. Here are the others.`,
      ...latest.map(describe),
      ...keyshopNotes(latest),
    ],
    action: { label: "See your price alerts", path: "/profile" },
    reason: "You asked {brand} to tell you about these prices.",
    stop: { links: [stop], oneClickPath: stop.path },
  };
}

function describe(alert: AlertMailRow): string {
  const { title, newMinor, oldMinor, storeName } = alert;
  const before = oldMinor === null ? "" : `, before ${money(oldMinor, alert)}`;
  return `${title}: ${priceText(newMinor, alert)} at ${storeName}${before}`;
}

function keyshopNotes(alerts: readonly AlertMailRow[]): string[] {
  const names = alerts.filter(({ storeKind }) => storeKind !== "official").map(({ storeName }) => storeName);
  return [...new Set(names)].map((name) => `${name} is a key shop: it resells keys that it bought elsewhere.`);
}

function stopAll({ userId }: AlertMailRow, links: StopTokens) {
  return { label: "Stop all alert mails", path: pathOf(links.signAll(userId)) };
}

const pathOf = (token: string) => `/alerts/stop?token=${token}`;
const gamePath = ({ gameId, countryPath }: AlertMailRow) =>
  `${countryPath === null ? "" : `/${countryPath}`}/games/${gameId}`;
const money = (minor: number, format: AlertMailRow) => formatPrice(toAmount(minor, format.currency), format);
const priceText = (minor: number, format: AlertMailRow) => (minor === 0 ? "free" : money(minor, format));
