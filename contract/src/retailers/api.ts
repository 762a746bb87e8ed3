import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Flag, StoreKey } from "../core/parameters.ts";

export const Retailer = z
  .object({
    key: StoreKey,
    name: z.string(),
    color: z.string(),
    kind: z.enum(["official", "keyshop"]),
    tracks_stock: z.boolean().optional(),
    in_stock_count: z.number().int().optional(),
  })
  .meta({ id: "Retailer" });
export type Retailer = z.output<typeof Retailer>;

export const retailerEndpoints = {
  listRetailers: endpoint("GET /api/retailers", {
    summary: "The stores; with `show_stock=true` also how many offers each can deliver",
    access: "public",
    cache: "catalogue",
    query: z.object({ show_stock: Flag.optional() }),
    response: z.object({ retailers: z.array(Retailer) }),
  }),
};
