import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Id, pageQuery } from "../core/parameters.ts";
import { StoreKey } from "../stores/store-key.ts";
import { DeskOffer, DeskRecord } from "./desk-schema.ts";

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
    .meta({ description: "The products that the caller saw; other ones by now are a 409" }),
};

/** Offers and price records in the panel (spec/administration). */
export const deskEndpoints = {
  listDeskOffers: endpoint(`GET ${base}/offers`, {
    summary: "The offers of a game by all stores in all markets",
    access: "prices.read",
    query: z.object({ game: Id }),
    response: Offers.extend({ game: z.object({ id: z.number().int(), title: z.string() }) }),
    errors: ["not_found"],
  }),
  listPriceRecords: endpoint(`GET ${base}/records`, {
    summary: "The price history of a game, newest first; voided records are included and marked",
    access: "prices.read",
    query: z.object({ ...pageQuery, game: Id, store: StoreKey.optional(), country: Country.optional() }),
    response: z.object({ records: z.array(DeskRecord), total: z.number().int() }),
  }),
  voidRecord: endpoint(`POST ${base}/records/{game}/{store}/{country}/{recordedAt}/void`, {
    summary: "The record counts nowhere any more, as if it had never been; it stays in the list, marked",
    access: "prices.write",
    params: ofRecord,
    body: z.object({ reason: Reason }),
    response: OneRecord,
    errors: ["conflict", "stale"],
  }),
  unvoidRecord: endpoint(`POST ${base}/records/{game}/{store}/{country}/{recordedAt}/unvoid`, {
    summary: "The record counts again",
    access: "prices.write",
    params: ofRecord,
    response: OneRecord,
    errors: ["conflict", "stale"],
  }),
  setOverride: endpoint(`PUT ${base}/offers/{game}/{store}/{country}/override`, {
    summary: "A price that holds until a time, at most 30 days ahead, whatever the store says",
    access: "prices.write",
    params: ofOffer,
    body: z.object({
      price: Price,
      regular: Price.nullable().default(null),
      until: z.iso.datetime({ offset: true }),
      reason: Reason,
      base_price: Price.nullable()
        .optional()
        .meta({ description: "The price that the caller saw; another one by now is a 409" }),
    }),
    response: OneOffer,
    errors: ["stale"],
  }),
  removeOverride: endpoint(`DELETE ${base}/offers/{game}/{store}/{country}/override`, {
    summary: "Ends an override: the price that the store was last seen to ask holds again",
    access: "prices.write",
    params: ofOffer,
    response: OneOffer,
    errors: ["stale"],
  }),
  unlinkOffers: endpoint(`POST ${base}/offers/{game}/{store}/unlink`, {
    summary: "The store's product is not this game: its offers end, and the product is rejected among the matches",
    access: "prices.write",
    params: ofStore,
    body: z.object(baseProducts),
    response: Offers,
    errors: ["conflict", "stale"],
  }),
  relinkOffers: endpoint(`POST ${base}/offers/{game}/{store}/relink`, {
    summary: "The store's product is another game: its offers move there, and later readings agree",
    access: "prices.write",
    params: ofStore,
    body: z.object({ gameId: Id, ...baseProducts }),
    response: Offers,
    errors: ["conflict", "stale"],
  }),
};
