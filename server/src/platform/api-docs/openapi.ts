import { keyPrefix } from "contract/accounts/key-rules.ts";
import { type Provider, providerNames, signInProviders } from "contract/accounts/rules.ts";
import { endpoints } from "contract/api.ts";
import { brand } from "contract/brand.ts";
import { keyTexts, scopeTexts } from "contract/content-strings/defaults/personal/keys.ts";
import { type Access, anyBytes, type Endpoint } from "contract/core/endpoint.ts";
import { scopes } from "contract/scopes.ts";
import type { z } from "zod";
import { commonFailures, json, notModified, type Operation, type Responses, responsesOf } from "./openapi-responses.ts";
import { componentSchemas, errorReference, type Json, schemaOf } from "./openapi-schemas.ts";

/** The document, as far as this project's own code reads it. */
export interface OpenApi extends Json {
  /** Operations by their path and method. */
  paths: Record<string, Record<string, Operation>>;
}

/** The OpenAPI 3.1 document of the whole API, made from the schemas that validate requests and responses. */
export function openApiDocument(version: string, publicUrl: string): OpenApi {
  const paths = otherPaths();
  for (const endpoint of endpoints) {
    const [method = "", path = ""] = endpoint.route.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${brand.name} API`,
      description: "Games, their prices at several stores, and the accounts of those who follow them.",
      version,
      contact: { name: brand.name, url: publicUrl },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl }],
    tags: tags(Object.keys(paths)),
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes,
    },
  };
}

function operation(endpoint: Endpoint): Operation {
  const [, path = ""] = endpoint.route.split(" ");
  return {
    summary: endpoint.summary,
    operationId: operationId(endpoint.route),
    tags: [tagOf(path)],
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
    ...(endpoint.accepts === "stream" && { requestBody: { required: true, content: { [anyBytes]: {} } } }),
    ...(endpoint.body && {
      requestBody: { required: true, content: contentOf(endpoint.body, endpoint.accepts === "bytes") },
    }),
    responses: responsesOf(endpoint),
    ...security(endpoint),
  };
}

function contentOf(body: z.ZodType, bytes: boolean): Json {
  if (!bytes) return json(schemaOf(body, "input"));
  return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
}

/** `GET /api/games/{id}/price-history` as `getGamesIdPriceHistory`. */
function operationId(route: string): string {
  const words = route.replace("/api/", " ").match(/[A-Za-z]+/g) ?? [];
  return words.map((word, i) => (i === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1))).join("");
}

/** The first part of the path behind `/api`. */
function tagOf(path: string): string {
  return path.split("/")[2] ?? "";
}

function tags(paths: string[]): Json[] {
  const names = new Set(paths.map(tagOf));
  return [...names].sort().map((name) => ({ name, description: `Calls of \`/api/${name}\`` }));
}

/**
 * An administrator's permission and a key's scope are extensions: the linters allow a list of scopes for OAuth only.
 * `x-required-permission` is `admin` where any role is enough.
 */
function security({ access, scope }: Endpoint): Json {
  const needed = needs[access] ?? `Requires the permission \`${access}\``;
  const withoutKey = access === "public" ? {} : { bearer: [] };
  const permission = access === "public" || access === "user" ? {} : { "x-required-permission": access };
  if (!scope) return { description: needed, ...permission, security: access === "public" ? [] : [withoutKey] };
  return {
    description: `${needed}. An API key requires the scope \`${scope}\``,
    ...permission,
    "x-scope": scope,
    security: [withoutKey, { apiKey: [] }],
  };
}

const needs: Partial<Record<Access, string>> = {
  public: "No authentication required",
  user: "Requires a signed-in user",
  admin: "Requires an admin role",
};

const securitySchemes = {
  bearer: { type: "http", scheme: "bearer", description: "Session token" },
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: `${keyPrefix}…`,
    description: [
      "An API key created on the user's profile. It can make the calls whose `x-scope` it has:",
      ...scopes.map((scope) => `- \`${scope}\`: ${keyTexts[scopeTexts[scope]]}`),
    ].join("\n"),
  },
};

function parameters(schema: z.ZodObject | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

/** Paths under `/api` outside the contract: browsers open them, or they describe the API. */
function otherPaths(): Record<string, Record<string, Operation>> {
  const signIns = signInProviders.flatMap((provider) => [
    [`/api/auth/${provider}`, { get: begin(provider) }],
    [`/api/auth/${provider}/callback`, { get: finish(provider) }],
  ]);
  return { ...Object.fromEntries(signIns), "/api/openapi.json": { get: document } };
}

const opened = "Opened by the browser: every outcome except exceeded limits is a redirect to a page";

function begin(provider: Provider): Operation {
  return {
    summary: `Start a sign-in with ${providerNames[provider]}`,
    description: opened,
    operationId: `startSignInWith${providerNames[provider]}`,
    tags: ["auth"],
    parameters: [],
    responses: {
      302: redirect({
        location: `${providerNames[provider]}'s page, or, if it cannot be reached, \`/auth/callback?error=…&provider=${provider}\``,
        cookie: "Binds the sign-in to this browser for some minutes (`HttpOnly`, `SameSite=Lax`)",
      }),
      ...failures,
    },
    security: [],
  };
}

function finish(provider: Provider): Operation {
  return {
    summary: `Complete a sign-in with ${providerNames[provider]} (callback)`,
    description: opened,
    operationId: `finishSignInWith${providerNames[provider]}`,
    tags: ["auth"],
    parameters: callbackParameters[provider],
    responses: {
      302: redirect({
        location: `\`/auth/callback?token=…\` after a sign-in, \`/profile?linked=${provider}\` after linking, \`/auth/callback?error=…&provider=${provider}\` after a failure`,
        cookie:
          "Deletes the cookie of the started sign-in; after a sign-in another cookie lets this browser use the token",
      }),
      ...failures,
    },
    security: [],
  };
}

const optional = (name: string, description: string): Json => ({
  name,
  in: "query",
  description,
  required: false,
  schema: { type: "string" },
});

const state = optional("state", "The state of the sign-in; must match the browser's cookie");

const failures: Responses = {
  ...commonFailures,
  default: { description: "Any other failure", content: json(errorReference) },
};

/** All are optional and unvalidated: a wrong value fails the sign-in, not the request. */
const callbackParameters: Record<Provider, Json[]> = {
  google: [
    state,
    optional("code", "The authorization code (OpenID Connect)"),
    optional("error", "Reason why there is no code"),
  ],
  steam: [
    state,
    optional("openid.mode", "`id_res`, or `cancel`"),
    optional("openid.claimed_id", "The identity (OpenID 2.0), with the other fields of the assertion"),
  ],
};

function redirect({ location, cookie }: { location: string; cookie: string }): Responses[string] {
  return {
    description: "Found",
    headers: {
      location: { description: location, required: true, schema: { type: "string" } },
      "set-cookie": { description: cookie, schema: { type: "string" } },
    },
  };
}

const document: Operation = {
  summary: "Get this OpenAPI document",
  description: "No authentication required",
  operationId: "getOpenApiDocument",
  tags: ["openapi.json"],
  parameters: [],
  responses: {
    200: { description: "OK", content: { "application/json": { schema: { type: "object" } } } },
    ...notModified,
    ...commonFailures,
  },
  security: [],
};
