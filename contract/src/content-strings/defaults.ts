import { bundleTexts } from "./defaults/bundle.ts";
import { contactTexts } from "./defaults/contact.ts";
import { dealTexts } from "./defaults/deal.ts";
import { embedTexts } from "./defaults/embed.ts";
import { defaultTexts } from "./defaults/every-page.ts";
import { feedTexts } from "./defaults/feed.ts";
import { filterTexts } from "./defaults/filter.ts";
import { finderTexts } from "./defaults/finder.ts";
import { forecastTexts } from "./defaults/forecast.ts";
import { formTexts } from "./defaults/form.ts";
import { freeTexts } from "./defaults/free.ts";
import { gameTexts } from "./defaults/game.ts";
import { gamePartTexts } from "./defaults/game-part.ts";
import { historyTexts } from "./defaults/history.ts";
import { homeTexts } from "./defaults/home.ts";
import { landingTexts } from "./defaults/landing.ts";
import { legalTexts } from "./defaults/legal.ts";
import { listTexts } from "./defaults/list.ts";
import { mailTexts, messageTexts } from "./defaults/mail.ts";
import { nameTexts } from "./defaults/names.ts";
import { offlineTexts } from "./defaults/offline.ts";
import { accountTexts } from "./defaults/personal/account.ts";
import { alertTexts } from "./defaults/personal/alert.ts";
import { channelTexts } from "./defaults/personal/channel.ts";
import { errorTexts } from "./defaults/personal/error.ts";
import { hiddenTexts } from "./defaults/personal/hidden.ts";
import { ownHomeTexts } from "./defaults/personal/home.ts";
import { keyTexts } from "./defaults/personal/keys.ts";
import { libraryTexts } from "./defaults/personal/library.ts";
import { ownListTexts } from "./defaults/personal/lists.ts";
import { myStoresTexts } from "./defaults/personal/my-stores.ts";
import { noticeTexts } from "./defaults/personal/notice.ts";
import { notificationTexts } from "./defaults/personal/notification.ts";
import { planTexts } from "./defaults/personal/plan.ts";
import { wishlistTexts } from "./defaults/personal/wishlist.ts";
import { pickerTexts } from "./defaults/picker.ts";
import { pictureTexts } from "./defaults/picture.ts";
import { suggestTexts } from "./defaults/suggest.ts";
import type { Texts } from "./variables.ts";

/** The default texts by where they are read; a translation has one file for each. */
export const textAreas = {
  /** The pages of every visitor. */
  site: {
    ...defaultTexts,
    ...homeTexts,
    ...listTexts,
    ...freeTexts,
    ...filterTexts,
    ...feedTexts,
    ...landingTexts,
    ...dealTexts,
    ...bundleTexts,
    ...suggestTexts,
    ...finderTexts,
    ...gameTexts,
    ...gamePartTexts,
    ...historyTexts,
    ...forecastTexts,
    ...pickerTexts,
    ...myStoresTexts,
    ...planTexts,
    ...pictureTexts,
    ...embedTexts,
    ...formTexts,
    ...contactTexts,
    ...offlineTexts,
  },
  legal: legalTexts,
  /** The pages of members. */
  member: {
    ...accountTexts,
    ...errorTexts,
    ...keyTexts,
    ...wishlistTexts,
    ...ownListTexts,
    ...libraryTexts,
    ...hiddenTexts,
    ...ownHomeTexts,
    ...alertTexts,
    ...channelTexts,
    ...noticeTexts,
    ...notificationTexts,
  },
  mail: { ...mailTexts, ...messageTexts },
  /** Genres and tags. */
  names: nameTexts,
} satisfies Record<string, Texts>;

/** All default texts. Browsers load them by page instead: together they are too large. */
export const shippedTexts: Texts = Object.assign({}, ...Object.values(textAreas));
