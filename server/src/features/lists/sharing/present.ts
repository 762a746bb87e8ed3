import type { Game } from "contract/games/schema.ts";
import type { ListShare, SharedItem, SharedList } from "contract/lists/schema.ts";
import { decrypt } from "../../../platform/process/encryption.ts";
import type { SecretKey } from "../../../platform/process/secret-key.ts";
import type { SharedItem as ItemRow, SharedRow, ShareRow } from "./queries.ts";

/** The key that encrypts links, so that owners can see them again. */
export function shareKey(secretKey: SecretKey): Buffer {
  return secretKey.derive("links of shared lists");
}

/** A link as its owner sees it. */
export function toListShare({ token, showsNotes, showsName, createdAt }: ShareRow, key: Buffer): ListShare {
  return { token: decrypt(key, token), notes: showsNotes, name: showsName, shared_at: createdAt.toISOString() };
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
