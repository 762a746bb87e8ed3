import type { messageTexts } from "contract/content-strings/defaults/mail.ts";
import type { noticeTexts } from "contract/content-strings/defaults/personal/notice.ts";
import { readText, type TextKey, type TextValues } from "contract/content-strings/variables.ts";
import { moneyFormat, toAmount } from "contract/core/money.ts";
import { titleIn } from "contract/games/titles.ts";
import { eventTitle, type NotifiedEvent, priceText, reasonText } from "contract/notifications/sentences.ts";
import { shownStoreName } from "contract/stores/rules.ts";
import type { Mail } from "../../../platform/mail/queue.ts";
import type { Reader } from "../../users/queries-readers.ts";
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
export function toChannelMessage({ id, events, at }: MessageFacts, reader: Reader, site: string): ChannelMessage {
  const [first] = events as [EventRow];
  const isOne = events.length === 1;
  const text = textOf(reader);
  return {
    id,
    title: isOne ? titleOf(first, reader) : text("notices.several", { count: events.length }),
    text: events.map((event) => (isOne ? detailsOf(event, reader) : describe(event, reader))).join("\n"),
    url: site + (isOne ? shownPath(first, reader) : reader.pathOf("/notifications")),
    items: events.map((event) => toItem(event, reader, site)),
    moreText: (count) => text("message.more", { count }),
    at,
  };
}

function toItem(event: EventRow, reader: Reader, site: string): MessageItem {
  const { gameId, title, currency, planName, happensOn, bundleId, bundleTitle } = event;
  const reason = reasonOf(event, reader);
  return {
    gameId,
    title: bundleTitle ?? title,
    url: site + shownPath(event, reader),
    store: storeIn(event, reader),
    price: toAmount(event.newMinor, currency),
    oldPrice: toAmount(event.oldMinor, currency),
    currency,
    ...(planName !== null && { plan: planName, leavesOn: happensOn }),
    ...(bundleTitle !== null && { bundleId }),
    reason,
    text: itemText(event, reason, reader),
  };
}

/** What follows the title in a list of games. */
function itemText(event: EventRow, reason: string, reader: Reader): string {
  const { oldMinor, newMinor, bundleTitle } = event;
  const store = storeIn(event, reader);
  if (newMinor === null || store === null || bundleTitle !== null) return `${sentenceOf(event, reader)} ${reason}`;
  const text = textOf(reader);
  const price = { price: priceOf(newMinor, event, reader), store, reason };
  return oldMinor === null
    ? text("message.item", price)
    : text("message.item_before", { ...price, before: priceOf(oldMinor, event, reader) });
}

interface MailFacts {
  userId: number;
  channelId: number;
  /** Whether they are price alerts: of a game that fired several times the latest price counts. */
  isAlertMail: boolean;
  /** The channel's own address; `null` = the mail goes to that of the account. */
  ownAddress: string | null;
  reader: Reader;
  links: StopLinks;
}

/** A mail about one event, or a digest of several. */
export function toNoticeMail(events: readonly EventRow[], facts: MailFacts): NoticeMail {
  const latest = facts.isAlertMail ? [...new Map(events.map((event) => [subjectOf(event), event])).values()] : events;
  const [first] = latest as [EventRow];
  const { reader } = facts;
  const text = textOf(reader);
  const language = reader.language.tag;
  if (latest.length > 1) {
    return {
      language,
      subject: text("notices.several", { count: latest.length }),
      paragraphs: [
        text("notices.digest_intro"),
        ...latest.map((event) => `${describe(event, reader)}\n${reasonOf(event, reader)}`),
        ...keyShopNotes(latest, text),
      ],
      action: { label: text("notices.see_all"), path: reader.pathOf("/notifications") },
      reason: text("notices.digest_reason"),
      stop: stopOf(facts, null),
    };
  }
  return {
    language,
    subject: titleOf(first, reader),
    paragraphs: [sentenceOf(first, reader), ...beforeOf(first, reader), ...keyShopNotes(latest, text)],
    action: {
      label: text(first.bundleTitle === null ? "notices.see_prices" : "notices.see_bundle"),
      path: shownPath(first, reader),
    },
    reason: reasonOf(first, reader),
    stop: stopOf(facts, first.ruleId),
  };
}

/** What an event is about: a bundle is not the game that stands for it. */
const subjectOf = ({ gameId, bundleTitle, id }: EventRow) => (bundleTitle === null ? gameId : `event ${id}`);

/**
 * The links of a mail. The address of a channel may be another person's, who may stop what arrives there and nothing
 * else of the account.
 */
function stopOf({ userId, channelId, ownAddress, reader, links }: MailFacts, ruleId: number | null): Mail["stop"] {
  const text = textOf(reader);
  const link = (label: Parameters<ReadMessage>[0], token: string) => ({ label: text(label), token });
  const stopLinks =
    ownAddress !== null
      ? [link("notices.stop_channel", links.signChannel(channelId, ownAddress))]
      : [
          ...(ruleId === null ? [] : [link("notices.stop_rule", links.signRule(ruleId))]),
          link("notices.stop_all", links.signAll(userId)),
        ];
  return {
    links: stopLinks.map(({ label, token }) => ({ label, path: reader.pathOf(stopPath(token)) })),
    oneClickPath: stopPath(stopLinks[0]!.token),
  };
}

function describe(event: EventRow, reader: Reader): string {
  return [sentenceOf(event, reader), ...beforeOf(event, reader)].join(" ");
}

/** The details that are not in the title. */
function detailsOf(event: EventRow, reader: Reader): string {
  return [...beforeOf(event, reader), reasonOf(event, reader)].join("\n");
}

function beforeOf(event: EventRow, reader: Reader): string[] {
  const { oldMinor, newMinor } = event;
  if (oldMinor === null || oldMinor === newMinor) return [];
  return [textOf(reader)("notices.before", { price: priceOf(oldMinor, event, reader) })];
}

function keyShopNotes(events: readonly EventRow[], text: ReadMessage): string[] {
  const names = events.flatMap(({ storeKind, storeName }) => (storeKind === "official" ? [] : (storeName ?? [])));
  return [...new Set(names)].map((store) => text("notices.key_shop", { store }));
}

type ReadMessage = (key: TextKey<typeof noticeTexts & typeof messageTexts>, values?: TextValues) => string;

const textOf =
  ({ find, language }: Reader): ReadMessage =>
  (key, values) =>
    readText(find, key, values, language) ?? "";

const storeIn = ({ storeName }: Pick<EventRow, "storeName">, { find }: Reader) =>
  storeName && shownStoreName(storeName, find("store.other"));
const titleOf = (event: EventRow, reader: Reader) => eventTitle(toNotifiedEvent(event, reader), textOf(reader));
const sentenceOf = (event: EventRow, reader: Reader) =>
  textOf(reader)("message.sentence", { title: titleOf(event, reader) });
const reasonOf = (event: EventRow, reader: Reader) => reasonText(toNotifiedEvent(event, reader), textOf(reader));

function priceOf(minor: number, event: EventRow, reader: Reader): string {
  const price = toAmount(minor, event.currency);
  return priceText({ price, ...moneyFormat(event, reader.language.tag) }, textOf(reader));
}

function toNotifiedEvent({ kind, value, ...event }: EventRow, reader: Reader): NotifiedEvent {
  return {
    ...event,
    ...moneyFormat(event, reader.language.tag),
    title: shownTitle(event, reader),
    kind,
    value: kind === "target" ? toAmount(value, event.currency) : value,
    store: storeIn(event, reader),
    price: toAmount(event.newMinor, event.currency),
    plan: event.planName,
    leaves_on: event.happensOn,
    median_days: event.medianDays,
    bundle: event.bundleTitle === null ? null : toWanted(event, event.bundleTitle),
    language: reader.language.tag,
  };
}

type Wanted = Pick<EventRow, "wantedGames" | "separatelyMinor" | "currency">;

function toWanted({ wantedGames, separatelyMinor, currency }: Wanted, title: string): NotifiedEvent["bundle"] {
  return { title, games: wantedGames!, separately: toAmount(separatelyMinor!, currency) };
}

/** The title in the reader's language with the English one beside it. Neither changes the direction of the text around. */
function shownTitle(event: Pick<EventRow, "title" | "localizedTitles">, { language }: Reader): string {
  const own = titleIn(event, language.tag);
  return own === null ? event.title : `${isolated(own)} (${isolated(event.title)})`;
}

const isolated = (text: string) => `\u2068${text}\u2069`;

const stopPath = (token: string) => `/notifications/stop?token=${token}`;
const shownPath = ({ gameId, bundleTitle, bundleId, country, countryPath, locale }: EventRow, { pathOf }: Reader) =>
  pathOf(bundleTitle === null ? `/games/${gameId}` : `/bundles/${bundleId ?? ""}`, {
    country,
    default: countryPath === null,
    locale,
  });
