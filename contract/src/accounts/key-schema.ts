import { z } from "zod";
import { scopes } from "../scopes.ts";
import { keyProblems, maxKeyNameLength } from "./key-rules.ts";
import { cleanLine } from "./schema.ts";

export const Scope = z.enum(scopes);

/** The owner's name for a key. */
export const KeyName = z
  .string(keyProblems.nameMissing)
  .max(1_000)
  .transform(cleanLine)
  .refine((name) => name !== "", keyProblems.nameMissing)
  .refine(({ length }) => length <= maxKeyNameLength, keyProblems.nameLong);

/** The scopes of a key, without duplicates. */
export const KeyScopes = z
  .array(Scope, keyProblems.scopesMissing)
  .min(1, keyProblems.scopesMissing)
  .max(50)
  .transform((chosen) => scopes.filter((scope) => chosen.includes(scope)));

/** An API key of the caller, without its secret part. */
export const ApiKey = z
  .object({
    id: z.number().int(),
    name: z.string(),
    start: z.string().meta({ description: "The first characters of the key, for identification" }),
    scopes: z.array(Scope),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable().meta({ description: "Precise to the hour" }),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.output<typeof ApiKey>;
