import { createRequire } from "node:module";

/**
 * Drizzle, loaded as CommonJS: its package.json has 180 KB, which Node reads again for each ES module in the package
 * and for each import of it. That took half of the time that a start needs to load all modules.
 */
const load = createRequire(import.meta.url);
const core = load("drizzle-orm") as typeof import("drizzle-orm");
const pgCore = load("drizzle-orm/pg-core") as typeof import("drizzle-orm/pg-core");
const postgres = load("drizzle-orm/node-postgres") as typeof import("drizzle-orm/node-postgres");
const migrations = load("drizzle-orm/migrator") as typeof import("drizzle-orm/migrator");
type Migrator = typeof import("drizzle-orm/node-postgres/migrator");

export type { InferSelectModel, Placeholder, SQL, SQLWrapper } from "drizzle-orm";
export type { NodePgDatabase } from "drizzle-orm/node-postgres";
export type { AnyPgColumn, PgInsertValue, PgTable } from "drizzle-orm/pg-core";

export const { sql, and, or, eq, ne, gt, gte, lt, lte, like, inArray, isNull, isNotNull, exists } = core;
export const { asc, desc, count, countDistinct, max, DrizzleQueryError } = core;
export const { getTableColumns, getTableName, getViewSelectedFields } = core;

export const { pgTable, pgView, pgEnum, customType, alias, primaryKey, unique, index, uniqueIndex, check } = pgCore;
export const { bigint, boolean, date, doublePrecision, integer, jsonb } = pgCore;
export const { real, smallint, text, timestamp, uuid } = pgCore;

export const { drizzle } = postgres;
export const { readMigrationFiles } = migrations;
export const { migrate } = load("drizzle-orm/node-postgres/migrator") as Migrator;
