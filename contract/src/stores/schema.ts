import { z } from "zod";
import { storeColors, storeKinds, storeLimits, storeTexts, templateCountryPattern, templatePattern } from "./rules.ts";
import { StoreKey } from "./store-key.ts";

export const StoreKind = z.enum(storeKinds);
export type StoreKind = z.output<typeof StoreKind>;

export const StoreColor = z.enum(storeColors);
export type StoreColor = z.output<typeof StoreColor>;

/** A store as visitors see it. */
export const Retailer = z
  .object({
    key: StoreKey,
    name: z.string(),
    color: z.string(),
    kind: StoreKind,
    tracks_stock: z.boolean().optional(),
    in_stock_count: z.number().int().optional(),
  })
  .meta({ id: "Retailer" });
export type Retailer = z.output<typeof Retailer>;

const Template = z.string().max(storeLimits.template).regex(templatePattern, storeTexts.template);

/** Templates for links to a store, by country; `*` = all other countries. */
export const LinkTemplates = z.record(z.string().regex(templateCountryPattern, storeTexts.templateCountry), Template);
export type LinkTemplates = z.output<typeof LinkTemplates>;

/** The fields of a store that administrators edit. */
export const StoreFields = z.object({
  name: z.string().trim().min(1, storeTexts.name).max(storeLimits.name),
  kind: StoreKind,
  website: z
    .url({ protocol: /^https?$/, error: storeTexts.website })
    .max(storeLimits.website)
    .nullable(),
  activation: z
    .array(z.string().trim().min(1).max(storeLimits.activation))
    .max(storeLimits.activations)
    .meta({ description: "Where its keys activate, such as `steam-key` or `drm-free`" }),
  color: StoreColor,
  reports_stock: z.boolean().meta({ description: "Whether it reports availability" }),
  link_templates: LinkTemplates,
  open_data_licence: z
    .string()
    .trim()
    .min(1, storeTexts.licence)
    .max(storeLimits.licence, storeTexts.licence)
    .nullable()
    .meta({ description: "The licence of its prices in the open data, such as `CC0-1.0`; `null` = they are left out" }),
  enabled: z.boolean(),
});
export type StoreFields = z.output<typeof StoreFields>;

/** A store as administrators see it. */
export const AdminStore = StoreFields.extend({
  key: StoreKey,
  position: z.number().int().meta({ description: "Ties for the best price go to the lowest" }),
  offers: z.number().int().meta({ description: "In all markets" }),
  version: z.number().int(),
  updated_at: z.string().nullable(),
}).meta({ id: "AdminStore" });
export type AdminStore = z.output<typeof AdminStore>;
