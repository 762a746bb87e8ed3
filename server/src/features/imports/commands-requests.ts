import { AppError, invalid } from "contract/core/errors.ts";
import { type ImportAction, type ImportKind, isAllowedIn } from "contract/imports/rules.ts";
import type { PricesOptions } from "contract/imports/schema.ts";
import type { Db } from "../../platform/db/connect.ts";
import { eq } from "../../platform/db/drizzle.ts";
import type { Viewer } from "../../platform/http/security/viewer.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { recordChange } from "../audit/commands.ts";
import { listCountries } from "../markets/queries.ts";
import { listStoreKeys } from "../stores/queries.ts";
import { bringsPrices, type ImportRow, requireImport } from "./queries.ts";
import { fileImports } from "./table.ts";

export interface ImportRequest {
  kind: ImportKind;
  id: number;
}

type Editor = Pick<Viewer, "userId" | "permissions">;

/** Whether a catalogue file that the user imports may bring prices and links of offers. */
export const mayWritePrices = ({ permissions }: Pick<Viewer, "permissions">) => permissions.has("prices.write");

/** Queues a dry run of the import. Throws `not_found`, and `conflict` where the state does not allow it. */
export async function requestCheck(
  db: Db,
  editor: Pick<Viewer, "userId">,
  { options, ...request }: ImportRequest & { options: NonNullable<ImportRow["options"]> },
  now: Date,
): Promise<void> {
  if ("store" in options) await requirePlace(db, options);
  await db.transaction(async (tx) => {
    await requireAllowed(tx, request, "check");
    const reset = { summary: null, rejectedRows: false };
    await enqueueWork(tx, editor, request.id, { state: "checking", options, ...reset }, now);
  });
}

/** A store and a country that the site knows, enabled or not. */
async function requirePlace(db: Db, { store, country }: PricesOptions): Promise<void> {
  const details = [
    ...((await listStoreKeys(db)).includes(store) ? [] : [{ path: "store", msg: `There is no store ${store}` }]),
    ...((await listCountries(db)).includes(country) ? [] : [{ path: "country", msg: `There is no market ${country}` }]),
  ];
  if (details.length > 0) throw invalid(details);
}

/** Queues the import with the checked options. Throws as `requestCheck`. */
export function requestApply(db: Db, editor: Editor, request: ImportRequest, now: Date): Promise<void> {
  return recordRequest(db, editor, request, { action: "apply", state: "applying", what: "Asked to import" }, now);
}

/** Queues an undo of the import. Throws as `requestCheck`. */
export function requestUndo(db: Db, editor: Editor, request: ImportRequest, now: Date): Promise<void> {
  return recordRequest(db, editor, request, { action: "undo", state: "undoing", what: "Asked to undo" }, now);
}

interface Transition {
  action: Extract<ImportAction, "apply" | "undo">;
  state: "applying" | "undoing";
  what: string;
}

async function recordRequest(
  db: Db,
  editor: Editor,
  request: ImportRequest,
  { action, state, what }: Transition,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await requireAllowed(tx, request, action);
    if (bringsPrices(found) && !mayWritePrices(editor)) throw new AppError("forbidden", priceRefusals[action]);
    await enqueueWork(tx, editor, request.id, { state }, now);
    await recordChange(tx, editor, {
      action: "UPDATE",
      resourceType: "file_import",
      resourceId: found.id,
      resourceKey: found.name,
      description: `${what} ${found.name}`,
      oldValue: { state: found.state },
      newValue: { state, options: found.options },
    });
  });
}

async function requireAllowed(tx: Db, { kind, id }: ImportRequest, action: ImportAction): Promise<ImportRow> {
  await tx.select({ id: fileImports.id }).from(fileImports).where(eq(fileImports.id, id)).for("update");
  const found = await requireImport(tx, kind, id);
  if (!isAllowedIn(found.state, action)) throw new AppError("conflict", refusals[action]);
  if (action === "undo" && !found.undoable) {
    throw new AppError("conflict", "Only the latest import can be undone, unless it replaced the bundled sample");
  }
  return found;
}

const priceRefusals: Record<Transition["action"], string> = {
  apply: "It was checked with its prices, which need the permission prices.write: check it again to leave them out",
  undo: "It was imported with its prices: undoing it needs the permission prices.write",
};

const refusals: Record<ImportAction, string> = {
  check: "The file is not here, is at work or is imported already",
  apply: "Only a file that was checked can be imported",
  undo: "Only what was imported can be undone",
  delete: "The import is at work",
};

async function enqueueWork(
  tx: Db,
  { userId }: Pick<Viewer, "userId">,
  id: number,
  change: Partial<ImportRow>,
  now: Date,
): Promise<void> {
  const initial = { attempts: 0, progress: 0, problem: null, requestedBy: userId, changedAt: now };
  await tx
    .update(fileImports)
    .set({ ...initial, ...change })
    .where(eq(fileImports.id, id));
  await enqueue(tx, "file-imports", [{ id }]);
}
