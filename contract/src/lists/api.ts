import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Id, Place, pageQuery, rejectDuplicates, SortOrder } from "../core/parameters.ts";
import { pricesOfQuery } from "../my-stores/schema.ts";
import { maxNotesLength, wishlistSorts } from "../wishlist/rules.ts";
import { Basket } from "../wishlist/schema.ts";
import { maxDescriptionLength, maxListItems, maxNameLength } from "./rules.ts";
import { ListItem, ListShare, ShareOptions, UserList } from "./schema.ts";

const Name = z
  .string()
  .max(10 * maxNameLength)
  .transform((name) => name.replace(/\s+/g, " ").trim())
  .pipe(z.string().min(1, "Name the list").max(maxNameLength));
const Notes = z.string().max(maxNotesLength);
const Description = z.string().max(maxDescriptionLength);

const List = z.object({ list: UserList });
const Item = z.object({ item: ListItem });
const byId = z.object({ id: Id });
const byItem = z.object({ id: Id, itemId: Id });
/** The market whose prices are shown. */
const market = z.object({ country: Country.optional() });
const marketAtStores = market.extend(pricesOfQuery);

/** The new positions: each item and each position once. */
const NewOrder = z
  .array(z.object({ itemId: Id, position: Place }))
  .min(1)
  .max(maxListItems)
  .superRefine(rejectDuplicates("itemId", "position"));

export const listEndpoints = {
  listLists: endpoint("GET /api/lists", {
    summary: "The caller's lists, the latest first; with `gameId` also which of them have that game",
    access: "user",
    scope: "read:lists",
    query: z.object({ gameId: Id.optional() }),
    response: z.object({ lists: z.array(UserList) }),
  }),
  createList: endpoint("POST /api/lists", {
    summary: "Creates a list",
    access: "user",
    scope: "write:lists",
    body: z.object({ name: Name, description: Description.default(""), is_gift: z.boolean().default(false) }),
    response: List,
    status: 201,
    errors: ["conflict"],
  }),
  getList: endpoint("GET /api/lists/{id}", {
    summary: "One of the caller's lists, and how it is shared",
    access: "user",
    scope: "read:lists",
    params: byId,
    response: z.object({ list: UserList, share: ListShare.nullable() }),
  }),
  updateList: endpoint("PUT /api/lists/{id}", {
    summary: "Changes name, description or kind of a list",
    access: "user",
    scope: "write:lists",
    params: byId,
    body: z.object({
      name: Name.optional(),
      description: Description.optional(),
      is_gift: z.boolean().optional(),
      base_version: z.number().int().optional().meta({ description: "Left out: replaces any version" }),
    }),
    response: List,
    errors: ["stale"],
  }),
  deleteList: endpoint("DELETE /api/lists/{id}", {
    summary: "Deletes a list; also when it was not there",
    access: "user",
    scope: "write:lists",
    params: byId,
  }),
  listItems: endpoint("GET /api/lists/{id}/items", {
    summary: "The games on a list",
    access: "user",
    scope: "read:lists",
    params: byId,
    query: z.object({
      ...pageQuery,
      sort: z.enum(wishlistSorts).default("display_order"),
      order: SortOrder.default("ASC"),
      ...marketAtStores.shape,
    }),
    response: z.object({
      items: z.array(ListItem),
      total: z.number().int(),
      page: z.number().int(),
      totalPages: z.number().int(),
    }),
  }),
  addListItem: endpoint("POST /api/lists/{id}/items", {
    summary: "Adds a game at the end of a list; 200 when it was there already",
    access: "user",
    scope: "write:lists",
    params: byId,
    query: market,
    body: z.object({ gameId: Id, notes: Notes.default("") }),
    response: Item,
    status: 201,
    otherStatus: 200,
    errors: ["conflict"],
  }),
  updateListItem: endpoint("PUT /api/lists/{id}/items/{itemId}", {
    summary: "Changes notes or place of a game on a list",
    access: "user",
    scope: "write:lists",
    params: byItem,
    query: market,
    body: z.object({ notes: Notes.optional(), display_order: Place.optional() }),
    response: Item,
  }),
  removeListItem: endpoint("DELETE /api/lists/{id}/items/{itemId}", {
    summary: "Takes an item from a list; also when it was not there",
    access: "user",
    scope: "write:lists",
    params: byItem,
  }),
  removeGameFromList: endpoint("DELETE /api/lists/{id}/items/game/{gameId}", {
    summary: "Takes a game from a list; also when it was not there",
    access: "user",
    scope: "write:lists",
    params: z.object({ id: Id, gameId: Id }),
  }),
  reorderList: endpoint("PUT /api/lists/{id}/reorder", {
    summary: "Puts a list in the caller's own order; items not named follow behind",
    access: "user",
    scope: "write:lists",
    params: byId,
    body: z.object({ items: NewOrder }),
  }),
  listBasket: endpoint("GET /api/lists/{id}/basket", {
    summary: "The cheapest ways to buy all games on a list today",
    access: "user",
    scope: "read:lists",
    params: byId,
    query: marketAtStores,
    response: Basket,
  }),
  shareList: endpoint("POST /api/lists/{id}/share", {
    summary: "Makes a link to the list; the one before it ends",
    access: "user",
    params: byId,
    body: z.object({ notes: z.boolean().default(false), name: z.boolean().default(true) }),
    response: z.object({ token: z.string() }),
    status: 201,
  }),
  updateShare: endpoint("PUT /api/lists/{id}/share", {
    summary: "Changes what those with the link see; 404 when the list is not shared",
    access: "user",
    params: byId,
    body: ShareOptions.partial(),
    response: z.object({ share: ListShare }),
  }),
  unshareList: endpoint("DELETE /api/lists/{id}/share", {
    summary: "Ends the link at once; also when there was none",
    access: "user",
    params: byId,
  }),
};
