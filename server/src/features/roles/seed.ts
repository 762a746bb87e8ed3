import { permissions } from "contract/permissions.ts";
import { shippedRoles, superAdminRole } from "contract/roles/rules.ts";
import type { Db } from "../../platform/db/connect.ts";
import { and, eq, ne, sql } from "../../platform/db/drizzle.ts";
import { adminRoles } from "../users/table.ts";

/** Creates the shipped roles in a table without roles; later changes and deletions stay. */
export async function seedRoles(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // two processes that start concurrently must not both find it empty
    await tx.execute(sql`lock table admin_roles in share row exclusive mode`);
    const found = await tx.select({ id: adminRoles.id }).from(adminRoles).limit(1);
    if (found.length === 0) {
      const rows = shippedRoles.map((role) => ({ ...role, permissions: [...role.permissions] }));
      await tx.insert(adminRoles).values(rows);
    }
    // a new version of the site can add permissions
    await tx
      .update(adminRoles)
      .set({ permissions: [...permissions] })
      .where(and(eq(adminRoles.name, superAdminRole), ne(adminRoles.permissions, [...permissions])));
  });
}
