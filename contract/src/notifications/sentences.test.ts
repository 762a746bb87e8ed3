import { expect, test } from "vitest";
import { noticeTexts } from "../content-strings/defaults/personal/notice.ts";
import { readText, type Texts } from "../content-strings/variables.ts";
import { eventTitle, type NotifiedEvent, type ReadNotice, reasonText } from "./sentences.ts";

const texts: Texts = noticeTexts;
const text: ReadNotice = (key, values) => readText((one) => texts[one], key, values)!;
const event: NotifiedEvent = {
  kind: "target",
  value: 15,
  scope: "all",
  subject: "game",
  title: "Hades II",
  listName: null,
  currency: "USD",
  locale: "en-US",
  store: "GOG",
  price: 14.99,
  plan: null,
  leaves_on: null,
  median_days: null,
  bundle: null,
  language: "en",
};

test.each<[Partial<NotifiedEvent>, title: string, reason: string]>([
  [{}, "Hades II is $14.99 at GOG", "You asked to be notified when Hades II costs $15.00 or less at any store."],
  [
    { kind: "discount", value: 50, subject: "wishlist", scope: "mine" },
    "Hades II is $14.99 at GOG",
    "You asked to be notified when a game on your wishlist is at least 50 % off at your stores.",
  ],
  [
    { kind: "low", value: null, subject: "list", listName: "Summer", scope: "official" },
    "New low: Hades II is $14.99 at GOG",
    "You asked to be notified when a game on your list “Summer” hits a new historical low at an official store.",
  ],
  [
    { kind: "free", value: null, price: 0 },
    "Hades II is free at GOG",
    "You asked to be notified when Hades II is free at any store.",
  ],
  [
    { kind: "drop", value: null, price: 0 },
    "Hades II is free at GOG",
    "You asked to be notified when Hades II gets cheaper at any store.",
  ],
  [
    { kind: "stock", value: null, currency: "GBP", locale: "en-GB" },
    "Hades II is back in stock, £14.99 at GOG",
    "You asked to be notified when Hades II is back in stock at any store.",
  ],
  [
    {
      kind: "bundle",
      value: 2,
      subject: "bundles",
      price: 12,
      bundle: { title: "Desert Bundle", games: 3, separately: 44.97 },
    },
    "Desert Bundle has games that you want (3) for $12.00 at GOG; one by one they cost $44.97",
    "You asked to be notified when a bundle has games that you want (at least 2) and costs less than they do.",
  ],
])("%j has the title %j and the reason %j (spec/notifications 2.5)", (changed, title, reason) => {
  const notified = { ...event, ...changed };
  expect([eventTitle(notified, text), reasonText(notified, text)]).toEqual([title, reason]);
});
