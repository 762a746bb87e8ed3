import { z } from "zod";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, max } from "../../platform/db/drizzle.ts";
import type { Env } from "../../platform/process/env.ts";
import { type DailyOptions, type DailySource, readDaily } from "../prices/polls/commands-daily.ts";
import type { SourceClient } from "../prices/sources/client.ts";
import { SourceError } from "../prices/sources/source.ts";
import type { PlanProduct } from "./commands-periods.ts";
import { recordFailure, recordReading } from "./commands-record.ts";
import { withoutConsoles } from "./import/read-file.ts";
import { subscriptionReadings as readings, subscriptionPlans } from "./table.ts";

export interface PollOptions extends DailyOptions {
  db: Db;
  env: Pick<Env, "subscriptionSources" | "gamePassUrl" | "microsoftCatalogUrl" | "playstationUrl">;
  client: SourceClient;
}

type SourceSetting = Env["subscriptionSources"][number];

/** Reads the lists of SUBSCRIPTION_SOURCES once a day (docs/spec/subscriptions.md 3). */
export function pollSubscriptions(options: PollOptions): Promise<void> {
  const sources = options.env.subscriptionSources.map((setting) => toSource(setting, options));
  return readDaily(sources, options);
}

function toSource(setting: SourceSetting, options: PollOptions): DailySource {
  const { db, log } = options;
  const { plan: key, source } = setting;
  return {
    name: `the games of the list ${source} for the plan ${key}`,
    findLast: () => findLast(db, key, source),
    async read(now) {
      const [plan] = await db.select().from(subscriptionPlans).where(eq(subscriptionPlans.key, key));
      if (!plan) {
        // a reading belongs to a plan, so that this one cannot be recorded
        log.warn(`SUBSCRIPTION_SOURCES names an unknown plan: ${key}`);
        return null;
      }
      const products = await readList(setting, options);
      return (await recordReading(db, { plan, source, complete: true, now, products })).problem;
    },
    recordFailure: (now, problem) => recordFailure(db, { plan: { key }, source, complete: true, now }, problem),
  };
}

async function findLast(db: Db, plan: string, source: string): Promise<Date | null | undefined> {
  const [last] = await db
    .select({ at: max(readings.at) })
    .from(readings)
    .where(and(eq(readings.plan, plan), eq(readings.source, source)));
  return last?.at;
}

/** All products of a list; throws SourceError, also for a list without any English title. */
async function readList(setting: SourceSetting, options: PollOptions): Promise<PlanProduct[]> {
  const products = await (setting.kind === "gamepass" ? readGamePass : readPlayStationPlus)(setting, options);
  if (products.length > 0 && products.every(({ title }) => title === undefined)) {
    throw new SourceError("invalid", "The list has no English title");
  }
  return products;
}

/** A product without an English title stays in the list; it is not matched by a title in another language. */
function toProduct(productId: string, title: string | null | undefined): PlanProduct {
  const text = title?.replace(/\s+/g, " ").trim();
  return { what: productId, productId, ...(text && !otherLetters.test(text) && { title: text }) };
}

const otherLetters = /[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Common}]/u;

const limits = { maxBytes: 50_000_000, totalMs: 120_000 };

/** Products of one call to Microsoft's catalogue. */
const idsPerCall = 20;

/** The first element describes the list. */
const GamePassList = z.array(z.union([z.object({ siglId: z.string() }), z.object({ id: z.string().min(1).max(40) })]));

const MicrosoftProducts = z.object({
  Products: z.array(
    z.object({
      ProductId: z.string(),
      LocalizedProperties: z
        .array(z.object({ ProductTitle: z.string().nullish(), Language: z.string().nullish() }))
        .nullish(),
    }),
  ),
});

/** The ids of a list, then their titles. */
async function readGamePass({ list, country }: SourceSetting, { env, client, signal }: PollOptions) {
  const query = { id: list, language: "en-us", market: country };
  const address = `${env.gamePassUrl}/sigls/v2?${new URLSearchParams(query)}`;
  const entries = await client.json(address, { signal, ...limits }, checked(GamePassList, "The list of Game Pass"));
  const ids = [...new Set(entries.flatMap((entry) => ("id" in entry ? entry.id : [])))];
  const titles = new Map<string, string>();
  for (let start = 0; start < ids.length; start += idsPerCall) {
    const bigIds = ids.slice(start, start + idsPerCall).join(",");
    const products = `${env.microsoftCatalogUrl}/v7.0/products?bigIds=${bigIds}&market=${country}&languages=en-us`;
    const check = checked(MicrosoftProducts, "Microsoft's catalogue");
    const { Products } = await client.json(products, { signal, ...limits }, check);
    for (const { ProductId, LocalizedProperties } of Products) {
      const english = LocalizedProperties?.find(({ Language }) => !Language || /^en\b/i.test(Language));
      if (english?.ProductTitle) titles.set(ProductId, english.ProductTitle);
    }
  }
  return ids.map((id) => toProduct(id, titles.get(id)));
}

/** Games by their first letter. */
const PlayStationList = z.array(
  z.object({
    games: z.array(z.object({ conceptId: z.union([z.number(), z.string()]), nameEn: z.string().nullish() })),
  }),
);

async function readPlayStationPlus({ list }: SourceSetting, { env, client, signal }: PollOptions) {
  const query = new URLSearchParams({ locale: list, categoryList: "plus-games-list" });
  const address = `${env.playstationUrl}/bin/imagic/gameslist?${query}`;
  const check = checked(PlayStationList, "The list of PlayStation Plus");
  const letters = await client.json(address, { signal, ...limits }, check);
  const titles = new Map(
    letters.flatMap(({ games }) => games.map(({ conceptId, nameEn }) => [`concept:${conceptId}`, nameEn] as const)),
  );
  return [...titles].map(([id, title]) => toProduct(id, title && withoutConsoles(title)));
}

/** Passes on a response of that form; throws SourceError for any other. */
function checked<Schema extends z.ZodType>(schema: Schema, what: string): (value: unknown) => z.output<Schema> {
  return (value) => {
    const { data, error } = schema.safeParse(value);
    if (!error) return data;
    const { path, message } = error.issues[0]!;
    throw new SourceError(
      "invalid",
      `${what} has an unknown format: ${[path.join("."), message].filter(Boolean).join(": ")}`,
    );
  };
}
