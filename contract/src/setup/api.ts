import { z } from "zod";
import { endpoint } from "../core/endpoint.ts";
import { CountryCode } from "../core/parameters.ts";
import { gameSources } from "../site-config/defaults.ts";
import { StoreKey } from "../stores/store-key.ts";

export const GameSourceChoice = z.enum(gameSources);

/** What a site needs before visitors come. */
export const MissingItem = z.object({
  what: z.enum(["countries", "stores", "mail", "catalogue", "contact_email", "public_url", "backups", "blank_texts"]),
  advice: z.string().meta({ description: "What to do, in one sentence" }),
});
export type MissingItem = z.output<typeof MissingItem>;

/** A mail server as it is given: an address with name and password in it. */
export const MailServer = z.object({
  url: z
    .string()
    .trim()
    .max(500)
    .refine((text) => /^smtps?:\/\/[^\s/]+$/.test(text.replace(/\/$/, "")) && URL.canParse(text), {
      message: "Expected an address such as smtp://name:password@mail.example.org:587",
    }),
  from: z
    .string()
    .trim()
    .max(254)
    .regex(/^[^\s@<>]+@[^\s@<>]+$/, "Expected an email address")
    .nullable()
    .meta({ description: "The sender; `null` = no-reply at the site's name" }),
});
export type MailServer = z.output<typeof MailServer>;

const fixed = z.boolean().meta({ description: "The environment decides, and the answer has no effect" });

export const SetupState = z
  .object({
    mail: z.object({
      url: z.string().nullable().meta({ description: "With secrets masked; `null` = mail is saved as files" }),
      from: z.string().nullable(),
      fixed,
    }),
    catalogue: z.object({
      games: GameSourceChoice.nullable().meta({ description: "`null` = nobody has chosen" }),
      starter_games: z.number().int().meta({ description: "Games on the starter list" }),
      has_steam_key: z.boolean().meta({ description: "Steam's own list is read in place of the starter list" }),
      fixed,
    }),
    missing: z.array(MissingItem),
  })
  .meta({ id: "SetupState" });
export type SetupState = z.output<typeof SetupState>;

/** The four questions of a new site (spec/administration 4.3). Each is answered on its own. */
export const setupEndpoints = {
  getSetup: endpoint("GET /api/admin/setup", {
    summary: "Get the answers to the questions of a new site, and what is missing",
    access: "config.read",
    response: SetupState,
  }),
  chooseCountries: endpoint("PUT /api/admin/setup/countries", {
    summary: "Enable the markets of these countries, and no others",
    access: "stores.write",
    body: z.object({ countries: z.array(CountryCode).min(1).max(300) }),
  }),
  chooseStores: endpoint("PUT /api/admin/setup/stores", {
    summary: "Enable these stores, and no others",
    access: "stores.write",
    body: z.object({ stores: z.array(StoreKey).min(1).max(1_000) }),
  }),
  // whoever chooses the mail server reads all links that reset passwords
  chooseMail: endpoint("PUT /api/admin/setup/mail", {
    summary: "Choose the mail server; without one, mail is saved as files in the data folder",
    access: "roles.write",
    body: z.object({ server: MailServer.nullable() }),
    errors: ["conflict"],
  }),
  chooseCatalogue: endpoint("PUT /api/admin/setup/catalogue", {
    summary: "Choose which games and prices are read from stores, from now on",
    access: "config.write",
    body: z.object({ games: GameSourceChoice }),
    errors: ["conflict"],
  }),
};
