import type { FindMarket } from "contract/markets/schema.ts";
import { toApiKey } from "../features/accounts/api-keys/present.ts";
import { listKeys } from "../features/accounts/api-keys/queries.ts";
import { toFactor } from "../features/accounts/factors/present.ts";
import { listFactors } from "../features/accounts/factors/queries.ts";
import { listChangesOf } from "../features/audit/queries.ts";
import { listMessagesOf } from "../features/contact/queries.ts";
import { toLibraryItem, toSteamImport } from "../features/library/present.ts";
import { findSteamImport, listWholeLibrary } from "../features/library/queries.ts";
import { toListItem, toUserList, toWishlistItem } from "../features/lists/present.ts";
import { type ListRow, listLists } from "../features/lists/queries.ts";
import { listWholeList } from "../features/lists/queries-items.ts";
import { findChosenStores } from "../features/my-stores/queries.ts";
import { toChannel } from "../features/notifications/channels/present.ts";
import { listChannels } from "../features/notifications/channels/queries-channels.ts";
import { toInboxEvent } from "../features/notifications/inbox/present-inbox.ts";
import { listInbox } from "../features/notifications/inbox/queries-inbox.ts";
import { toPriceAlert, toRule } from "../features/notifications/rules/present-rules.ts";
import { listAlerts, listRules } from "../features/notifications/rules/queries-rules.ts";
import { toNotificationSettings } from "../features/notifications/settings/present-settings.ts";
import { findSettings } from "../features/notifications/settings/queries-settings.ts";
import { listRolesOf } from "../features/roles/queries.ts";
import type { Db } from "../platform/db/connect.ts";
import type { SecretKey } from "../platform/process/secret-key.ts";

export interface ExportOptions {
  db: Db;
  secretKey: SecretKey;
  findMarket: FindMarket;
}

/** The parts of an account's export besides the account itself. */
export function accountExports({ db, secretKey, findMarket }: ExportOptions) {
  return {
    secondFactors: async (userId: number) => (await listFactors(db, userId)).map(toFactor),
    apiKeys: async (userId: number) => (await listKeys(db, userId)).map(toApiKey),
    wishlist: async (userId: number) => {
      const market = findMarket(undefined);
      const items = await listWholeList(db, { userId, listId: "wishlist" }, market.country);
      return items.map((row) => toWishlistItem(row, market));
    },
    lists: async (userId: number) => {
      const market = findMarket(undefined);
      const exportList = async (list: ListRow) => {
        const items = await listWholeList(db, { userId, listId: list.id }, market.country);
        return { ...toUserList(list), items: items.map((row) => toListItem(row, market)) };
      };
      return Promise.all((await listLists(db, userId)).map(exportList));
    },
    library: async (userId: number) =>
      (await listWholeLibrary(db, userId)).map((row) => ({ ...toLibraryItem(row), title: row.title })),
    steamImport: async (userId: number) => {
      const row = await findSteamImport(db, userId);
      return row && toSteamImport(row);
    },
    alerts: async (userId: number) => (await listAlerts(db, userId)).map((row) => toPriceAlert(row)),
    channels: async (userId: number) => (await listChannels(db, userId)).map((row) => toChannel(row, secretKey)),
    rules: async (userId: number) => (await listRules(db, userId)).map((row) => toRule(row)),
    notifications: async (userId: number) =>
      (await listInbox(db, userId, { limit: null, offset: 0 })).events.map((event) => toInboxEvent(event)),
    notificationSettings: async (userId: number) => toNotificationSettings(await findSettings(db, userId)),
    roles: (userId: number) => listRolesOf(db, userId),
    changes: (userId: number) => listChangesOf(db, userId),
    messages: (userId: number) => listMessagesOf(db, userId),
    myStores: (userId: number) => findChosenStores(db, userId),
  };
}
