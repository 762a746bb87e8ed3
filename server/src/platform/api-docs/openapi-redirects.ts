import { type Provider, providerNames, signInProviders } from "contract/accounts/rules.ts";
import { commonFailures, json, notModified, type Operation, type Responses } from "./openapi-responses.ts";
import { errorReference, type Json } from "./openapi-schemas.ts";

/** Paths under `/api` outside the contract: browsers open them, or they describe the API. */
export function otherPaths(): Record<string, Record<string, Operation>> {
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
