import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Id, Place, pageQuery, rejectDuplicates, SortOrder } from "../core/parameters.ts";
import { languageQuery } from "../languages/schema.ts";
import { pricesOfQuery } from "../my-stores/schema.ts";
import { listFilters, listSorts, maxDescriptionLength, maxListItems, maxNameLength, maxNotesLength } from "./rules.ts";
import { Basket, GameIds, ListItem, ListShare, ShareOptions, UserList } from "./schema.ts";

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
    summary: "List the caller's lists, latest first; with `gameId` also which of them contain that game",
    access: "user",
    scope: "read:lists",
    query: z.object({ gameId: Id.optional() }),
    response: z.object({ lists: z.array(UserList) }),
  }),
  createList: endpoint("POST /api/lists", {
    summary: "Create a list",
    access: "user",
    scope: "write:lists",
    body: z.object({ name: Name, description: Description.default(""), is_gift: z.boolean().default(false) }),
    response: List,
    status: 201,
    errors: ["conflict"],
  }),
  getList: endpoint("GET /api/lists/{id}", {
    summary: "Get one of the caller's lists and its sharing settings",
    access: "user",
    scope: "read:lists",
    params: byId,
    response: z.object({ list: UserList, share: ListShare.nullable() }),
  }),
  updateList: endpoint("PUT /api/lists/{id}", {
    summary: "Update the name, description or kind of a list",
    access: "user",
    scope: "write:lists",
    params: byId,
    body: z.object({
      name: Name.optional(),
      description: Description.optional(),
      is_gift: z.boolean().optional(),
      base_version: z.number().int().optional().meta({ description: "If omitted, any version is replaced" }),
    }),
    response: List,
    errors: ["stale"],
  }),
  deleteList: endpoint("DELETE /api/lists/{id}", {
    summary: "Delete a list; succeeds if it does not exist",
    access: "user",
    scope: "write:lists",
    params: byId,
  }),
  listItems: endpoint("GET /api/lists/{id}/items", {
    summary: "List the games on a list",
    access: "user",
    scope: "read:lists",
    params: byId,
    query: z.object({
      ...pageQuery,
      sort: z.enum(listSorts).default("display_order"),
      order: SortOrder.default("ASC"),
      show: z.enum(listFilters).optional(),
      ...marketAtStores.shape,
      ...languageQuery,
    }),
    response: z.object({
      items: z.array(ListItem),
      total: z.number().int(),
      page: z.number().int(),
      totalPages: z.number().int(),
    }),
  }),
  addListItem: endpoint("POST /api/lists/{id}/items", {
    summary: "Add a game to the end of a list; 200 if already present",
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
    summary: "Update the notes or position of a game on a list",
    access: "user",
    scope: "write:lists",
    params: byItem,
    query: market,
    body: z.object({ notes: Notes.optional(), display_order: Place.optional() }),
    response: Item,
  }),
  removeListItem: endpoint("DELETE /api/lists/{id}/items/{itemId}", {
    summary: "Remove an item from a list; succeeds if it is not there",
    access: "user",
    scope: "write:lists",
    params: byItem,
  }),
  removeGamesFromList: endpoint("POST /api/lists/{id}/remove", {
    summary: "Remove several games from a list; those not on it are ignored",
    access: "user",
    scope: "write:lists",
    params: byId,
    body: z.object({ gameIds: GameIds }),
  }),
  removeGameFromList: endpoint("DELETE /api/lists/{id}/items/game/{gameId}", {
    summary: "Remove a game from a list; succeeds if it is not there",
    access: "user",
    scope: "write:lists",
    params: z.object({ id: Id, gameId: Id }),
  }),
  reorderList: endpoint("PUT /api/lists/{id}/reorder", {
    summary: "Reorder a list; items not named follow",
    access: "user",
    scope: "write:lists",
    params: byId,
    body: z.object({ items: NewOrder }),
  }),
  listBasket: endpoint("GET /api/lists/{id}/basket", {
    summary: "Get the cheapest ways to buy all games on a list today",
    access: "user",
    scope: "read:lists",
    params: byId,
    query: marketAtStores.extend(languageQuery),
    response: Basket,
  }),
  shareList: endpoint("POST /api/lists/{id}/share", {
    summary: "Create a link to a list; disables the previous one",
    access: "user",
    params: byId,
    body: z.object({ notes: z.boolean().default(false), name: z.boolean().default(true) }),
    response: z.object({ token: z.string() }),
    status: 201,
  }),
  updateShare: endpoint("PUT /api/lists/{id}/share", {
    summary: "Update what visitors with the link see; 404 if the list is not shared",
    access: "user",
    params: byId,
    body: ShareOptions.partial(),
    response: z.object({ share: ListShare }),
  }),
  unshareList: endpoint("DELETE /api/lists/{id}/share", {
    summary: "Disable the shared link of a list; succeeds if there is none",
    access: "user",
    params: byId,
  }),
};
