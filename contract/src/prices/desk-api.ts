import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Id, pageQuery, wholeNumber } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { DeskOffer, DeskRecord, PriceChange } from "./desk-schema.ts";

const base = "/api/admin/catalogue";

/** The reason for a correction. */
const Reason = z.string().trim().min(3, "Say why, in 3 to 500 characters").max(500);

const ofStore = z.object({ game: Id, store: StoreKey });
const ofOffer = ofStore.extend({ country: Country });
const ofRecord = ofOffer.extend({ recordedAt: z.iso.datetime({ precision: 3 }) });

const Price = z.number("Expected an amount such as 9.99");
const OneOffer = z.object({ offer: DeskOffer });
const Offers = z.object({ offers: z.array(DeskOffer) });
const OneRecord = z.object({ record: DeskRecord });

const baseProducts = {
  base_product_ids: z
    .array(z.string())
    .optional()
    .meta({ description: "The products that the caller saw; 409 if they have changed" }),
};

/** Offers and price records in the panel (spec/administration). */
export const deskEndpoints = {
  listDeskOffers: endpoint(`GET ${base}/offers`, {
    summary: "List the offers of a game by all stores in all markets",
    access: "prices.read",
    query: z.object({ game: Id }),
    response: Offers.extend({ game: z.object({ id: z.number().int(), title: z.string() }) }),
    errors: ["not_found"],
  }),
  listPriceChanges: endpoint(`GET ${base}/price-changes`, {
    summary: "List recent changes of best prices: those first that changed most, or are furthest below other stores",
    access: "prices.read",
    query: z.object({ ...pageQuery, days: wholeNumber(1, 30).default(7) }),
    response: z.object({ changes: z.array(PriceChange), total: z.number().int() }),
  }),
  listPriceRecords: endpoint(`GET ${base}/records`, {
    summary: "List the price history of a game, newest first; voided records are included and marked",
    access: "prices.read",
    query: z.object({ ...pageQuery, game: Id, store: StoreKey.optional(), country: Country.optional() }),
    response: z.object({ records: z.array(DeskRecord), total: z.number().int() }),
  }),
  voidRecord: endpoint(`POST ${base}/records/{game}/{store}/{country}/{recordedAt}/void`, {
    summary: "Void a price history record; it is kept, marked, and no longer counts anywhere",
    access: "prices.write",
    params: ofRecord,
    body: z.object({ reason: Reason }),
    response: OneRecord,
    errors: ["conflict", "stale"],
  }),
  unvoidRecord: endpoint(`POST ${base}/records/{game}/{store}/{country}/{recordedAt}/unvoid`, {
    summary: "Restore a voided price history record",
    access: "prices.write",
    params: ofRecord,
    response: OneRecord,
    errors: ["conflict", "stale"],
  }),
  setOverride: endpoint(`PUT ${base}/offers/{game}/{store}/{country}/override`, {
    summary: "Override an offer's price until a given time, at most 30 days ahead",
    access: "prices.write",
    params: ofOffer,
    body: z.object({
      price: Price,
      regular: Price.nullable().default(null),
      until: z.iso.datetime({ offset: true }),
      reason: Reason,
      base_price: Price.nullable()
        .optional()
        .meta({ description: "The price that the caller saw; 409 if it has changed" }),
    }),
    response: OneOffer,
    errors: ["stale"],
  }),
  removeOverride: endpoint(`DELETE ${base}/offers/{game}/{store}/{country}/override`, {
    summary: "Remove a price override; restores the store's last known price",
    access: "prices.write",
    params: ofOffer,
    response: OneOffer,
    errors: ["stale"],
  }),
  unlinkOffers: endpoint(`POST ${base}/offers/{game}/{store}/unlink`, {
    summary: "Detach the store's product from this game; ends its offers and rejects the match",
    access: "prices.write",
    params: ofStore,
    body: z.object(baseProducts),
    response: Offers,
    errors: ["conflict", "stale"],
  }),
  relinkOffers: endpoint(`POST ${base}/offers/{game}/{store}/relink`, {
    summary: "Assign the store's product to another game; moves its offers, also for later readings",
    access: "prices.write",
    params: ofStore,
    body: z.object({ gameId: Id, ...baseProducts }),
    response: Offers,
    errors: ["conflict", "stale"],
  }),
};
