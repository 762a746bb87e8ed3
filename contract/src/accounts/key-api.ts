import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { Id } from "../core/parameters.ts";
import { ApiKey, KeyName, KeyScopes, Scope } from "./key-schema.ts";

export const keyEndpoints = {
  listKeys: endpoint("GET /api/keys", {
    summary: "List the caller's API keys",
    access: "user",
    response: z.object({
      keys: z.array(ApiKey),
      scopes: z.array(Scope).meta({ description: "Those that the caller can give a key" }),
    }),
  }),
  createKey: endpoint("POST /api/keys", {
    summary: "Create an API key; its token is returned only once. Requires a recent re-authentication",
    access: "user",
    body: z.object({ name: KeyName, scopes: KeyScopes }),
    response: z.object({
      key: ApiKey,
      token: z.string().meta({ description: "For `Authorization: Bearer`; returned only here" }),
    }),
    status: 201,
    errors: ["conflict", "forbidden", "reauthentication_required"],
  }),
  revokeKey: endpoint("DELETE /api/keys/{id}", {
    summary: "Revoke an API key of the caller; succeeds if it does not exist",
    access: "user",
    params: z.object({ id: Id }),
  }),
  revokeAllKeys: endpoint("DELETE /api/keys", {
    summary: "Revoke all API keys of the caller",
    access: "user",
  }),
};
