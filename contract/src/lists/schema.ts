import { z } from "zod";
import { Game } from "../games/schema.ts";
import { listedGame } from "../wishlist/schema.ts";

/** A user's list as its owner sees it. */
export const UserList = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string(),
    is_gift: z.boolean().meta({ description: "Visitors with the link can reserve gifts" }),
    shared: z.boolean(),
    total: z.number().int().meta({ description: "Games on the list" }),
    game_ids: z.array(z.number().int()).meta({ description: "The first four games" }),
    has_game: z.boolean().optional().meta({ description: "With `gameId`: whether that game is on the list" }),
    created_at: z.string(),
    version: z.number().int(),
  })
  .meta({ id: "UserList" });
export type UserList = z.output<typeof UserList>;

export const ListItem = z.object({ item_id: z.number().int(), ...listedGame }).meta({ id: "ListItem" });
export type ListItem = z.output<typeof ListItem>;

/** What a share link shows besides name, description and games. */
export const ShareOptions = z.object({
  notes: z.boolean(),
  name: z.boolean().meta({ description: "The owner's display name; the username is never shown" }),
});
export type ShareOptions = z.output<typeof ShareOptions>;

/** How a list is shared. */
export const ListShare = z
  .object({
    token: z.string().nullable().meta({
      description: "`null` for API keys and for links created with another secret key; create a new one",
    }),
    ...ShareOptions.shape,
    shared_at: z.string(),
  })
  .meta({ id: "ListShare" });
export type ListShare = z.output<typeof ListShare>;

/** A list as its share link shows it. */
export const SharedList = z
  .object({
    name: z.string(),
    description: z.string(),
    owner: z.string().nullable().meta({ description: "The owner's display name, if the owner shows it" }),
    is_gift: z.boolean(),
  })
  .meta({ id: "SharedList" });
export type SharedList = z.output<typeof SharedList>;

export const SharedItem = z
  .object({ game: Game, notes: z.string().meta({ description: "Empty unless the owner shares notes" }) })
  .meta({ id: "SharedItem" });
export type SharedItem = z.output<typeof SharedItem>;

/** A game that a friend gives; the friend stays anonymous. */
export const GiftMark = z.object({ game_id: z.number().int(), mine: z.boolean() }).meta({ id: "GiftMark" });
export type GiftMark = z.output<typeof GiftMark>;
