import { noticeTexts } from "contract/content-strings/defaults/personal/notice.ts";
import { notificationTexts } from "contract/content-strings/defaults/personal/notification.ts";
import type { ReadNotice } from "contract/notifications/sentences.ts";
import { useTextOf } from "../../api/texts.ts";

const texts = { ...notificationTexts, ...noticeTexts };

/** Reads the texts of notifications and those of all pages. */
export const useNotificationText = () => useTextOf(texts);

export type ReadNotificationText = ReturnType<typeof useNotificationText>;

/** The same reader for sentences, whose variables differ by key. */
export const toReadNotice = (text: ReadNotificationText): ReadNotice => text as ReadNotice;
