import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id } from "../core/parameters.ts";
import { ApiKey, KeyName, KeyScopes } from "./key-schema.ts";

export const keyEndpoints = {
  listKeys: endpoint("GET /api/keys", {
    summary: "The caller's API keys",
    access: "user",
    response: z.object({ keys: z.array(ApiKey) }),
  }),
  createKey: endpoint("POST /api/keys", {
    summary: "Creates an API key, whose token is shown this once. Needs a recent re-authentication",
    access: "user",
    body: z.object({ name: KeyName, scopes: KeyScopes }),
    response: z.object({
      key: ApiKey,
      token: z.string().meta({ description: "For `Authorization: Bearer`; it is not shown again" }),
    }),
    status: 201,
    errors: ["conflict", "reauthentication_required"],
  }),
  revokeKey: endpoint("DELETE /api/keys/{id}", {
    summary: "Revokes an API key of the caller at once; also when it was not there",
    access: "user",
    params: z.object({ id: Id }),
  }),
  revokeAllKeys: endpoint("DELETE /api/keys", {
    summary: "Revokes all API keys of the caller at once",
    access: "user",
  }),
};
