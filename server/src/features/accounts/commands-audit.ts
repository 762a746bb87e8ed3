import type { Db } from "../../platform/db/connect.ts";
import { type RecordedChange, recordChange } from "../audit/commands.ts";
import type { UserRow } from "./present.ts";
import { findPrivileges } from "./queries.ts";

/**
 * Records a user's change of their own account, if it has an admin role. The entry outlives the account, so it
 * contains no name and no address.
 */
export async function recordOwnChange(
  tx: Db,
  { id }: Pick<UserRow, "id">,
  change: Pick<RecordedChange, "description" | "oldValue" | "newValue" | "details">,
): Promise<void> {
  const { isAdmin } = await findPrivileges(tx, id);
  if (!isAdmin) return;
  await recordChange(tx, { userId: id }, { action: "UPDATE", resourceType: "user", resourceId: id, ...change });
}
