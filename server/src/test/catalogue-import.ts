import { beforeEach, expect } from "vitest";
import {
  type ImportOptions,
  type ImportResult,
  importCatalogue,
  type RowProblem,
} from "../features/imports/import-catalogue.ts";
import { emptyTables, type TestDatabase } from "./database.ts";

export const now = new Date("2026-01-15T12:00:00Z");
export const later = new Date("2026-01-16T12:00:00Z");

/** Imports into a database that each test of the file finds empty. */
export function catalogueImport({ db, pool }: TestDatabase) {
  beforeEach(async () => {
    await emptyTables(pool, ["games", "site_config"]);
  });

  /** Imports the file and collects what is reported. */
  async function loadFile(
    path: string,
    options: Partial<ImportOptions> = {},
  ): Promise<ImportResult & { problems: RowProblem[] }> {
    const problems: RowProblem[] = [];
    const result = await importCatalogue(db, path, { now, onProblem: (problem) => problems.push(problem), ...options });
    return { ...result, problems };
  }

  /** Versions of all rows: any write, even of the same values, changes them. */
  async function versions(): Promise<string[]> {
    const tables = ["games", "offers", "price_history", "game_prices", "site_config"];
    const { rows } = await pool.query(
      tables.map((table) => `select '${table}' || ctid || xmin as version from ${table}`).join(" union all "),
    );
    return rows.map(({ version }) => version).sort();
  }

  return { loadFile, versions };
}

/** The message with which an import rejects the whole file. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error("it was not refused"),
    (error: Error) => error,
  );
  expect(error).toMatchObject({ code: "invalid" });
  return error.message;
}
