import { contactTexts } from "./defaults/contact.ts";
import { dealTexts } from "./defaults/deal.ts";
import { defaultTexts } from "./defaults/every-page.ts";
import { feedTexts } from "./defaults/feed.ts";
import { filterTexts } from "./defaults/filter.ts";
import { finderTexts } from "./defaults/finder.ts";
import { formTexts } from "./defaults/form.ts";
import { freeTexts } from "./defaults/free.ts";
import { gameTexts } from "./defaults/game.ts";
import { gamePartTexts } from "./defaults/game-part.ts";
import { historyTexts } from "./defaults/history.ts";
import { homeTexts } from "./defaults/home.ts";
import { landingTexts } from "./defaults/landing.ts";
import { legalTexts } from "./defaults/legal.ts";
import { listTexts } from "./defaults/list.ts";
import { mailTexts } from "./defaults/mail.ts";
import { offlineTexts } from "./defaults/offline.ts";
import { accountTexts } from "./defaults/personal/account.ts";
import { alertTexts } from "./defaults/personal/alert.ts";
import { channelTexts } from "./defaults/personal/channel.ts";
import { hiddenTexts } from "./defaults/personal/hidden.ts";
import { ownHomeTexts } from "./defaults/personal/home.ts";
import { keyTexts } from "./defaults/personal/keys.ts";
import { libraryTexts } from "./defaults/personal/library.ts";
import { ownListTexts } from "./defaults/personal/lists.ts";
import { myStoresTexts } from "./defaults/personal/my-stores.ts";
import { noticeTexts } from "./defaults/personal/notice.ts";
import { notificationTexts } from "./defaults/personal/notification.ts";
import { wishlistTexts } from "./defaults/personal/wishlist.ts";
import { pickerTexts } from "./defaults/picker.ts";
import { pictureTexts } from "./defaults/picture.ts";
import { suggestTexts } from "./defaults/suggest.ts";
import { variablesIn } from "./variables.ts";

/** The default texts of all pages. Browsers load them by page instead: together they are too large. */
export const shippedTexts: Readonly<Record<string, string>> = {
  ...defaultTexts,
  ...homeTexts,
  ...listTexts,
  ...freeTexts,
  ...filterTexts,
  ...feedTexts,
  ...landingTexts,
  ...dealTexts,
  ...suggestTexts,
  ...finderTexts,
  ...gameTexts,
  ...gamePartTexts,
  ...accountTexts,
  ...keyTexts,
  ...wishlistTexts,
  ...ownListTexts,
  ...libraryTexts,
  ...hiddenTexts,
  ...ownHomeTexts,
  ...alertTexts,
  ...channelTexts,
  ...historyTexts,
  ...pickerTexts,
  ...myStoresTexts,
  ...pictureTexts,
  ...formTexts,
  ...contactTexts,
  ...legalTexts,
  ...offlineTexts,
  ...mailTexts,
  ...noticeTexts,
  ...notificationTexts,
};

/** A default text. */
export interface ShippedText {
  category: string;
  value: string;
  /** The names in braces that its value may contain. */
  variables: readonly string[];
}

/**
 * The default texts by key, with category and variables. Adding or removing one needs a deployment
 * (spec/content-and-settings 1.1).
 */
export const textDefaults: Readonly<Record<string, ShippedText>> = Object.fromEntries(
  Object.entries(shippedTexts).map(([key, value]) => [
    key,
    { category: key.slice(0, key.indexOf(".")), value, variables: variablesIn(value) },
  ]),
);
