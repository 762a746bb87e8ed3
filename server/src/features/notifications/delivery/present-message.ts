import { formatPrice, toAmount } from "contract/core/money.ts";
import {
  eventTitle,
  type NotifiedEvent,
  priceText,
  type ReadNotice,
  reasonText,
} from "contract/notifications/sentences.ts";
import type { Mail } from "../../../platform/mail/queue.ts";
import type { ChannelMessage, MessageItem } from "../channels/kinds/kind.ts";
import type { EventRow } from "../table.ts";
import type { StopLinks } from "./commands-stop-link.ts";

export type NoticeMail = Omit<Mail, "to" | "addressee">;

interface MessageFacts {
  id: string;
  /** At least one. */
  events: readonly EventRow[];
  at: Date;
}

/** A message for a channel other than mail. `site` is the site's address. */
export function toChannelMessage({ id, events, at }: MessageFacts, text: ReadNotice, site: string): ChannelMessage {
  const [first] = events as [EventRow];
  const isOne = events.length === 1;
  return {
    id,
    title: isOne ? eventTitle(toNotifiedEvent(first), text) : text("notices.several", { count: events.length }),
    text: events.map((event) => (isOne ? detailsOf(event, text) : describe(event, text))).join("\n"),
    url: site + (isOne ? gamePath(first) : "/notifications"),
    items: events.map((event) => toItem(event, text, site)),
    at,
  };
}

function toItem(event: EventRow, text: ReadNotice, site: string): MessageItem {
  const { gameId, title, storeName, currency } = event;
  return {
    gameId,
    title,
    url: site + gamePath(event),
    store: storeName,
    price: toAmount(event.newMinor, currency),
    oldPrice: toAmount(event.oldMinor, currency),
    currency,
    reason: reasonText(toNotifiedEvent(event), text),
  };
}

interface MailFacts {
  userId: number;
  channelId: number;
  /** Whether they are price alerts: of a game that fired several times the latest price counts. */
  isAlertMail: boolean;
  /** The channel's own address; `null` = the mail goes to that of the account. */
  ownAddress: string | null;
  text: ReadNotice;
  links: StopLinks;
}

/** A mail about one event, or a digest of several. */
export function toNoticeMail(events: readonly EventRow[], facts: MailFacts): NoticeMail {
  const latest = facts.isAlertMail ? [...new Map(events.map((event) => [event.gameId, event])).values()] : events;
  const [first] = latest as [EventRow];
  const { text } = facts;
  if (latest.length > 1) {
    return {
      subject: text("notices.several", { count: latest.length }),
      paragraphs: [
        text("notices.digest_intro"),
        ...latest.map((event) => `${describe(event, text)}\n${reasonText(toNotifiedEvent(event), text)}`),
        ...keyShopNotes(latest, text),
      ],
      action: { label: text("notices.see_all"), path: "/notifications" },
      reason: text("notices.digest_reason"),
      stop: stopOf(facts, null),
    };
  }
  return {
    subject: eventTitle(toNotifiedEvent(first), text),
    paragraphs: [
      `${eventTitle(toNotifiedEvent(first), text)}.`,
      ...beforeOf(first, text),
      ...keyShopNotes(latest, text),
    ],
    action: { label: text("notices.see_prices"), path: gamePath(first) },
    reason: reasonText(toNotifiedEvent(first), text),
    stop: stopOf(facts, first.ruleId),
  };
}

/**
 * The links of a mail. The address of a channel may be another person's, who may stop what arrives there and nothing
 * else of the account.
 */
function stopOf({ userId, channelId, ownAddress, text, links }: MailFacts, ruleId: number | null): Mail["stop"] {
  const link = (label: Parameters<ReadNotice>[0], token: string) => ({ label: text(label), path: pathOf(token) });
  const stopLinks =
    ownAddress !== null
      ? [link("notices.stop_channel", links.signChannel(channelId, ownAddress))]
      : [
          ...(ruleId === null ? [] : [link("notices.stop_rule", links.signRule(ruleId))]),
          link("notices.stop_all", links.signAll(userId)),
        ];
  return { links: stopLinks, oneClickPath: stopLinks[0]!.path };
}

function describe(event: EventRow, text: ReadNotice): string {
  return [`${eventTitle(toNotifiedEvent(event), text)}.`, ...beforeOf(event, text)].join(" ");
}

/** The details that are not in the title. */
function detailsOf(event: EventRow, text: ReadNotice): string {
  return [...beforeOf(event, text), reasonText(toNotifiedEvent(event), text)].join("\n");
}

function beforeOf({ oldMinor, newMinor, ...event }: EventRow, text: ReadNotice): string[] {
  if (oldMinor === null || oldMinor === newMinor) return [];
  const price = formatPrice(toAmount(oldMinor, event.currency), event);
  return [text("notices.before", { price: oldMinor === 0 ? priceText({ ...event, price: 0 }, text) : price })];
}

function keyShopNotes(events: readonly EventRow[], text: ReadNotice): string[] {
  const names = events.filter(({ storeKind }) => storeKind !== "official").map(({ storeName }) => storeName);
  return [...new Set(names)].map((store) => text("notices.key_shop", { store }));
}

function toNotifiedEvent({ kind, value, ...event }: EventRow): NotifiedEvent {
  return {
    ...event,
    kind,
    value: kind === "target" ? toAmount(value, event.currency) : value,
    store: event.storeName,
    price: toAmount(event.newMinor, event.currency),
  };
}

const pathOf = (token: string) => `/notifications/stop?token=${token}`;
export const gamePath = ({ gameId, countryPath }: EventRow) =>
  `${countryPath === null ? "" : `/${countryPath}`}/games/${gameId}`;
