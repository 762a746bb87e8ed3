import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Flag } from "../core/parameters.ts";
import { AdminStore, Retailer, StoreFields } from "./schema.ts";
import { StoreKey } from "./store-key.ts";

const byKey = z.object({ key: StoreKey });
const OneStore = z.object({ store: AdminStore });
const BaseVersion = z.number().int().optional();

export const storeEndpoints = {
  listRetailers: endpoint("GET /api/retailers", {
    summary: "The enabled stores; with `show_stock=true` also how many offers each can deliver",
    access: "public",
    cache: "catalogue",
    query: z.object({ show_stock: Flag.optional(), country: Country.optional() }),
    response: z.object({ retailers: z.array(Retailer) }),
  }),
  listStores: endpoint("GET /api/admin/stores", {
    summary: "All stores, in the order that settles ties for the best price",
    access: "stores.read",
    response: z.object({ stores: z.array(AdminStore) }),
  }),
  getStore: endpoint("GET /api/admin/stores/{key}", {
    summary: "One store",
    access: "stores.read",
    params: byKey,
    response: OneStore,
  }),
  createStore: endpoint("POST /api/admin/stores", {
    summary: "Adds a store, behind all others",
    access: "stores.write",
    body: StoreFields.partial().required({ name: true, kind: true }).extend({ key: StoreKey }),
    response: OneStore,
    status: 201,
    errors: ["conflict"],
  }),
  updateStore: endpoint("PUT /api/admin/stores/{key}", {
    summary: "Changes a store",
    access: "stores.write",
    params: byKey,
    body: StoreFields.partial().extend({ base_version: BaseVersion }),
    response: OneStore,
    errors: ["stale"],
  }),
  orderStores: endpoint("PUT /api/admin/store-order", {
    summary: "Puts the stores in this order; those not named follow behind",
    access: "stores.write",
    body: z.object({ keys: z.array(StoreKey).min(1).max(1_000) }),
    response: z.object({ stores: z.array(AdminStore) }),
  }),
  deleteStore: endpoint("DELETE /api/admin/stores/{key}", {
    summary: "Deletes a store; one with offers can only be disabled",
    access: "stores.write",
    params: byKey,
    errors: ["conflict"],
  }),
};
