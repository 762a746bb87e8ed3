import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { MyStores } from "./schema.ts";

export const myStoresEndpoints = {
  getMyStores: endpoint("GET /api/my-stores", {
    summary: "The stores that the caller has chosen; `null` = never chosen",
    access: "user",
    response: z.object({ myStores: MyStores.nullable() }),
  }),
  setMyStores: endpoint("PUT /api/my-stores", {
    summary: "Chooses the stores that count in lists, deals and price alerts of the caller",
    access: "user",
    body: MyStores,
    response: z.object({ myStores: MyStores }),
  }),
};
