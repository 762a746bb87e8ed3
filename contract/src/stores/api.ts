import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Country, Flag } from "../core/parameters.ts";
import { maxPackBytes, StorePack } from "./pack.ts";
import { AdminStore, Retailer, StoreFields } from "./schema.ts";
import { StoreKey } from "./store-key.ts";

const byKey = z.object({ key: StoreKey });
const OneStore = z.object({ store: AdminStore });
const BaseVersion = z.number().int().optional();

export const storeEndpoints = {
  listRetailers: endpoint("GET /api/retailers", {
    summary: "List enabled stores; with `show_stock=true` also the number of offers in stock",
    access: "public",
    isCached: true,
    query: z.object({ show_stock: Flag.optional(), country: Country.optional() }),
    response: z.object({ retailers: z.array(Retailer) }),
  }),
  listStores: endpoint("GET /api/admin/stores", {
    summary: "List all stores in the order that breaks ties for the best price",
    access: "stores.read",
    response: z.object({ stores: z.array(AdminStore) }),
  }),
  getStore: endpoint("GET /api/admin/stores/{key}", {
    summary: "Get a store",
    access: "stores.read",
    params: byKey,
    response: OneStore,
  }),
  createStore: endpoint("POST /api/admin/stores", {
    summary: "Create a store, after all others",
    access: "stores.write",
    body: StoreFields.partial().required({ name: true, kind: true }).extend({ key: StoreKey }),
    response: OneStore,
    status: 201,
    errors: ["conflict"],
  }),
  updateStore: endpoint("PUT /api/admin/stores/{key}", {
    summary: "Update a store",
    access: "stores.write",
    params: byKey,
    body: StoreFields.partial().extend({ base_version: BaseVersion }),
    response: OneStore,
    errors: ["stale"],
  }),
  importStore: endpoint("POST /api/admin/stores/import", {
    summary: "Import a store from a pack, given as it is or by its address: adds it, disabled, or changes its facts",
    access: "stores.write",
    body: z.object({
      pack: StorePack.optional(),
      address: z
        .url({ protocol: /^https$/, error: "Expected an address that begins with https://" })
        .max(2_000)
        .optional()
        .meta({ description: "In place of `pack`: on the public internet" }),
    }),
    bodyLimit: maxPackBytes,
    response: OneStore.extend({ added: z.boolean() }),
  }),
  exportStore: endpoint("GET /api/admin/stores/{key}/pack", {
    summary: "Get a store as a pack for other sites, without link templates and the address of its feed",
    access: "stores.read",
    params: byKey,
    response: StorePack,
  }),
  orderStores: endpoint("PUT /api/admin/store-order", {
    summary: "Reorder the stores; stores not named follow",
    access: "stores.write",
    body: z.object({ keys: z.array(StoreKey).min(1).max(1_000) }),
    response: z.object({ stores: z.array(AdminStore) }),
  }),
  deleteStore: endpoint("DELETE /api/admin/stores/{key}", {
    summary: "Delete a store; a store with offers can only be disabled",
    access: "stores.write",
    params: byKey,
    errors: ["conflict"],
  }),
};
