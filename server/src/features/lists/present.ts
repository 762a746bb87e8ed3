import type { ListItem, UserList } from "contract/lists/schema.ts";
import type { Market } from "contract/markets/schema.ts";
import type { ListedGame } from "contract/wishlist/schema.ts";
import type { ItemRow } from "./items/queries.ts";
import type { ListRow } from "./queries.ts";

/** Presents a row like an item of the wishlist; `ofSome` = with prices of some stores. */
export type ToListedGame = (row: ItemRow, market: Market, ofSome?: boolean) => ListedGame;

export function toUserList(row: ListRow): UserList {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    is_gift: row.isGift,
    shared: row.shared,
    total: row.total,
    game_ids: row.gameIds,
    ...(row.hasGame !== null && { has_game: row.hasGame }),
    created_at: row.createdAt.toISOString(),
    version: row.version,
  };
}

export function toListItem(row: ItemRow, market: Market, toListedGame: ToListedGame, ofSome = false): ListItem {
  return { item_id: row.id, ...toListedGame(row, market, ofSome) };
}
