import { asc, eq } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { adminRoles, roleAssignments } from "./table.ts";

/** The names of the roles that a user holds, with the time since when. */
export function listRolesOf(db: Db, userId: number) {
  return db
    .select({ name: adminRoles.name, assignedAt: roleAssignments.assignedAt })
    .from(roleAssignments)
    .innerJoin(adminRoles, eq(adminRoles.id, roleAssignments.roleId))
    .where(eq(roleAssignments.userId, userId))
    .orderBy(asc(adminRoles.id));
}
