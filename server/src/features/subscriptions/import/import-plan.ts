import { basename } from "node:path";
import { AppError } from "contract/core/errors.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { recordPlanPrice } from "../commands-prices.ts";
import { nothingRecorded, type PlanProblem, type RecordedReading, recordReading } from "../commands-record.ts";
import { dayOf, requirePlan } from "../queries.ts";
import { readPlanFile } from "./read-file.ts";

export interface PlanImport {
  plan: string;
  now: Date;
  /** What the file calls the plan, if neither its name nor its key. */
  named?: string | undefined;
  /** The country of a list without countries. */
  country?: string | undefined;
  /** The file is the plan's whole list. */
  complete?: boolean | undefined;
  /** A single bad row cancels the import. */
  strict?: boolean | undefined;
  acceptLoss?: boolean | undefined;
  acceptCollapse?: boolean | undefined;
}

export interface PlanImportResult extends RecordedReading {
  /** Entries about other plans, or without a day yet. */
  skipped: number;
  pricesChanged: number;
}

/**
 * Imports what a file states about a plan, in one transaction. Importing it again changes nothing. Throws `not_found`
 * for an unknown plan, and `invalid`, without a change, for a file that cannot be read, and with `strict` for a bad
 * row.
 */
export async function importPlanFile(db: Db, path: string, options: PlanImport): Promise<PlanImportResult> {
  const { now, country = null, strict = false, acceptLoss = false, acceptCollapse = false } = options;
  const plan = await requirePlan(db, options.plan, now);
  const named = options.named === undefined ? [plan.name, plan.key] : [options.named];
  const file = await readPlanFile(path, { named, country, today: dayOf(now) });
  return db.transaction(async (tx) => {
    const problems: PlanProblem[] = [...file.problems];
    let pricesChanged = 0;
    for (const { what, ...price } of file.prices) {
      const recorded = await recordPlanPrice(tx, plan.key, { ...price, source: basename(path) }, { acceptCollapse });
      if ("problem" in recorded) problems.push({ what, message: recorded.problem });
      else if (recorded.changed) pricesChanged += 1;
    }
    const source = basename(path);
    const complete = options.complete ?? file.complete;
    const isOfGames = file.products.length > 0 || file.prices.length === 0;
    const recorded = isOfGames
      ? await recordReading(tx, { plan, source, products: file.products, complete, acceptLoss, now })
      : nothingRecorded;
    const all = [...problems, ...recorded.problems];
    if (strict && all[0]) throw new AppError("invalid", `${all[0].what}: ${all[0].message}; nothing was imported`);
    return { ...recorded, problems: all, skipped: file.skipped, pricesChanged };
  });
}
