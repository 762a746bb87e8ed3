import { type Command, Option } from "commander";
import { formatCount } from "contract/core/counts.ts";
import { AppError } from "contract/core/errors.ts";
import type { StorePack } from "contract/stores/pack.ts";
import { storeColors, storeKinds } from "contract/stores/rules.ts";
import { type LinkTemplates, LinkTemplates as LinkTemplatesSchema, StoreFields } from "contract/stores/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { lockPrices } from "../features/prices/offers/commands.ts";
import { recomputePrices } from "../features/prices/offers/commands-recompute.ts";
import { findFeedFacts, hasFeed } from "../features/prices/product-feeds/queries-feeds.ts";
import { changeStore, createStore, orderStores } from "../features/stores/commands.ts";
import { fetchPack, importPack, parsePack } from "../features/stores/commands-packs.ts";
import { toStorePack } from "../features/stores/present.ts";
import { listStores, requireStore } from "../features/stores/queries.ts";
import type { Db } from "../platform/db/connect.ts";
import { parsedBy, parseStoreKey } from "./chosen.ts";
import { readInput } from "./import.ts";
import { printTable } from "./report.ts";
import { runOnDatabase } from "./run.ts";
import { wholeNumber } from "./whole-number.ts";

const shownPrices = { lockPrices, recomputePrices, hasFeed };

type Flags = Partial<Omit<StoreFields, "link_templates" | "enabled" | "reports_stock">> & {
  reportsStock?: boolean;
  linkTemplate?: LinkTemplates;
};

/** `stores list`, which `stores` alone is too, `stores add`, `import`, `export` and `set`. */
export function storesCommands(program: Command): void {
  const stores = program.command("stores").description("Manage stores");
  stores
    .command("list", { isDefault: true })
    .description("List stores in order of preference for equal prices (default)")
    .action(runList);
  withFields(stores.command("add"), { isNew: true })
    .description("Add a store, after all others")
    .option("--enabled", "show its prices immediately")
    .action((key: StoreKey, flags: Flags & Pick<StoreFields, "name" | "kind"> & { enabled?: boolean }) =>
      runAdd(key, flags),
    );
  stores
    .command("import")
    .description("Import a store from a pack: adds it, disabled, or changes its facts")
    .argument("<file-or-address>", "a JSON file, one of server/shipped/stores, or an https address")
    .action(runImport);
  stores
    .command("export")
    .description("Print a store as a pack for other sites")
    .argument("<key>", "key of the store", parseStoreKey)
    .action(runExport);
  withFields(stores.command("set"), { isNew: false })
    .description("Change a store")
    .option("--no-reports-stock", "its offers do not state availability")
    .addOption(new Option("--enable", "show its prices").conflicts("disable"))
    .option("--disable", "hide its prices; offers and history are kept")
    .option("--position <n>", "position among all stores, from 1", wholeNumber)
    .action((key: StoreKey, flags: Flags & { enable?: boolean; disable?: boolean; position?: number }) =>
      runSet(key, flags),
    );
}

function withFields(command: Command, { isNew }: { isNew: boolean }): Command {
  const { name, website } = StoreFields.shape;
  return command
    .argument("<key>", "key of the store: lower-case letters, digits and hyphens", parseStoreKey)
    .addOption(
      new Option("--name <name>", "name shown to visitors").argParser(parsedBy(name)).makeOptionMandatory(isNew),
    )
    .addOption(new Option("--kind <kind>", "kind of store").choices(storeKinds).makeOptionMandatory(isNew))
    .option("--website <url>", "its home page", parsedBy(website))
    .option("--activation <list>", "where its keys activate, such as steam-key,drm-free", parseActivation)
    .addOption(new Option("--color <color>", "color of its name in lists and charts").choices(storeColors))
    .option("--reports-stock", "its offers state availability")
    .option(
      "--link-template <url>",
      "template of links to it, with {link} for the offer's URL; for one country: GB=https://…",
      parseTemplate,
    );
}

function parseActivation(text: string): string[] {
  const words = text.split(",").map((word) => word.trim());
  return parsedBy(StoreFields.shape.activation)(words as never);
}

function parseTemplate(text: string, previous: LinkTemplates = {}): LinkTemplates {
  const [, country = "*", template = ""] = /^(?:([A-Z]{2}|\*)=)?(.*)$/s.exec(text) ?? [];
  return { ...previous, ...parsedBy(LinkTemplatesSchema)({ [country]: template } as never) };
}

function runList(): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const stores = await listStores(database.db);
    printTable(
      stores.map(({ key, name, kind, offers, enabled }, index) => [
        String(index + 1),
        key,
        name,
        kind,
        `${formatCount(offers)} offers`,
        enabled ? "enabled" : "",
      ]),
    );
  });
}

function runImport(from: string): Promise<void> {
  return runOnDatabase(async ({ database }) => {
    const pack = /^https?:/i.test(from) ? await fetchPack(from) : await readPackFile(from);
    const { store, added } = await importPack(database.db, shownPrices, null, pack, new Date());
    const { name, key, enabled } = store;
    if (added) console.log(`Added ${name}, disabled. Show its prices with: npm run cli -- stores set ${key} --enable`);
    else console.log(`${name} has the facts of the pack, ${enabled ? "enabled" : "disabled"}.`);
  });
}

async function readPackFile(path: string): Promise<StorePack> {
  const content = await readInput(path);
  try {
    return parsePack(content.toString("utf8"));
  } catch (error) {
    const fields = (error as AppError).details?.map(({ path: field, msg }) => `${field}: ${msg}`);
    throw new AppError("invalid", `${path}: ${fields?.join("; ") ?? error}`);
  }
}

function runExport(key: StoreKey): Promise<void> {
  return runOnDatabase(async ({ database: { db } }) => {
    const pack = toStorePack(await requireStore(db, key), await findFeedFacts(db, key));
    console.log(JSON.stringify(pack, null, 2));
  });
}

function runAdd(key: StoreKey, flags: Flags & Pick<StoreFields, "name" | "kind"> & { enabled?: boolean }) {
  return runOnDatabase(async ({ database }) => {
    const { enabled = false, name, kind } = flags;
    const { position } = await createStore(
      database.db,
      null,
      { key, ...fieldsOf(flags, {}), name, kind, enabled },
      new Date(),
    );
    console.log(`Added ${name} as store ${position}, ${enabled ? "enabled" : "disabled"}.`);
  });
}

function runSet(key: StoreKey, flags: Flags & { enable?: boolean; disable?: boolean; position?: number }) {
  return runOnDatabase(async ({ database: { db } }) => {
    if (Object.keys(flags).length === 0)
      throw new AppError(
        "invalid",
        "Nothing to change; specify an option, such as --enable (use --help to list options)",
      );
    const prices = shownPrices;
    const { enable, disable, position, ...rest } = flags;
    await db.transaction(async (tx) => {
      const { linkTemplates } = await requireStore(tx, key);
      const fields = fieldsOf(rest, linkTemplates);
      const enabled = enable ? true : disable ? false : undefined;
      await prices.lockPrices(tx);
      await changeStore(tx, prices, null, key, { fields: { ...fields, enabled } }, new Date());
      if (position !== undefined) await orderStores(tx, prices, null, await orderWith(tx, key, position), new Date());
    });
    const all = await listStores(db);
    const place = all.findIndex((store) => store.key === key);
    const { name, enabled } = all[place]!;
    console.log(`${name} is store ${place + 1} of ${all.length}, ${enabled ? "enabled" : "disabled"}.`);
  });
}

function fieldsOf({ reportsStock, linkTemplate, ...same }: Flags, templates: LinkTemplates): Partial<StoreFields> {
  const { name, kind, website, activation, color } = same;
  return {
    ...(name !== undefined && { name }),
    ...(kind && { kind }),
    ...(website !== undefined && { website }),
    ...(activation && { activation }),
    ...(color && { color }),
    ...(reportsStock !== undefined && { reports_stock: reportsStock }),
    ...(linkTemplate && { link_templates: { ...templates, ...linkTemplate } }),
  };
}

async function orderWith(db: Db, key: StoreKey, position: number): Promise<StoreKey[]> {
  const others = (await listStores(db)).map((store) => store.key).filter((other) => other !== key);
  return others.toSpliced(position - 1, 0, key);
}
