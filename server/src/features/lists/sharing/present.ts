import type { Game } from "contract/games/schema.ts";
import type { ListShare, SharedItem, SharedList } from "contract/lists/schema.ts";
import { decrypt } from "../../../platform/process/encryption.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import type { SharedItem as ItemRow, SharedRow, ShareRow } from "./queries.ts";

/** The key that encrypts links, so that owners can see them again. */
export function shareKey(secretKey: SecretKey): Buffer {
  return secretKey.derive("links of shared lists");
}

/** How a list is shared; with a `key` the owner also sees the link, which outlives the API key that reads it. */
export function toListShare({ token, showsNotes, showsName, createdAt }: ShareRow, key: Buffer | null): ListShare {
  const shown = key && decrypt(key, token);
  return { token: shown, notes: showsNotes, name: showsName, shared_at: createdAt.toISOString() };
}

export function toSharedList({ name, description, isGift, showsName, ownerName }: SharedRow): SharedList {
  return { name, description, owner: showsName ? ownerName || null : null, is_gift: isGift };
}

/** Items with their games; without those that the catalogue has not read yet. */
export function toSharedItems(items: readonly ItemRow[], games: readonly Game[]): SharedItem[] {
  const found = new Map(games.map((game) => [game.id, game]));
  return items.flatMap(({ gameId, notes }) => {
    const game = found.get(gameId);
    return game ? [{ game, notes }] : [];
  });
}
