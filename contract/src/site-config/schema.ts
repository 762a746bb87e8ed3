import { z } from "zod";

export const ConfigType = z.enum(["string", "number", "boolean", "json"]);

/** A setting. `value` is text in the form that its type prescribes. */
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
    last_modified: z.string().nullable(),
  })
  .meta({ id: "SiteConfig" });
export type SiteConfig = z.output<typeof SiteConfig>;
