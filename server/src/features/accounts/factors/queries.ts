import type { FactorKind } from "contract/accounts/rules.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { and, eq, type InferSelectModel, isNotNull } from "../../../platform/db/drizzle.ts";
import { recoveryCodes, secondFactors } from "./table.ts";

export type FactorRow = InferSelectModel<typeof secondFactors>;

/** The account's confirmed second factors, oldest first. */
export function listFactors(db: Db, userId: number): Promise<FactorRow[]> {
  return db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
    .orderBy(secondFactors.id);
}

export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  return (await listFactors(db, userId)).length > 0;
}

/** The distinct kinds of the factors. */
export function kindsOf(factors: readonly FactorRow[]): FactorKind[] {
  return [...new Set(factors.map(({ kind }) => kind))];
}

export function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  return db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
}
