import { z } from "zod";
import { configTypes } from "./defaults.ts";

export const ConfigType = z.enum(configTypes);

/** A value as the editor of its type sends it, text or not; the rules of the type validate it. */
export const ConfigValue = z.union([
  z.string().max(100_000),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

/** A setting. `value` is text in the format of its type. */
export const SiteConfig = z
  .object({
    id: z.number().int(),
    key: z.string(),
    type: ConfigType,
    value: z.string(),
    category: z.string(),
    description: z.string().nullable(),
    required: z.boolean(),
    version: z.number().int(),
    last_modified: z.string().nullable().meta({ description: "`null` = default value" }),
  })
  .meta({ id: "SiteConfig" });
export type SiteConfig = z.output<typeof SiteConfig>;
