import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { MyStores } from "./schema.ts";

export const myStoresEndpoints = {
  getMyStores: endpoint("GET /api/my-stores", {
    summary: "Get the stores chosen by the caller; `null` = never chosen",
    access: "user",
    response: z.object({ myStores: MyStores.nullable() }),
  }),
  setMyStores: endpoint("PUT /api/my-stores", {
    summary: "Set the stores that count in the caller's lists, deals and price alerts",
    access: "user",
    body: MyStores,
    response: z.object({ myStores: MyStores }),
  }),
};
