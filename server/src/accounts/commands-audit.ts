import { type RecordedChange, recordChange } from "../audit/commands.ts";
import type { Db } from "../db/connect.ts";
import type { UserRow } from "./present.ts";
import { findStanding } from "./queries.ts";

/**
 * Writes the audit entry of a change that the owner made to an account that holds a role, in the transaction that makes it.
 * Other accounts are their owners' business. It outlives the account, so it holds no name and no address.
 */
export async function recordOwnChange(
  tx: Db,
  { id }: Pick<UserRow, "id">,
  change: Pick<RecordedChange, "description" | "oldValue" | "newValue" | "details">,
): Promise<void> {
  const { isAdmin } = await findStanding(tx, id);
  if (!isAdmin) return;
  await recordChange(tx, { userId: id }, { action: "UPDATE", resourceType: "user", resourceId: id, ...change });
}
