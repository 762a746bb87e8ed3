import type { Permission } from "contract/permissions.ts";
import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "../accounts/table.ts";

/** What administrators may do is the union of their roles; `super_admin` implies everything. */
export const adminRoles = pgTable(
  "admin_roles",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    description: text().notNull().default(""),
    permissions: text().array().$type<Permission[]>().notNull(),
    /** Grows with every change. */
    version: integer().notNull().default(1),
  },
  (table) => [uniqueIndex("admin_roles_name_key").on(sql`lower(${table.name})`)],
);

/** The roles of each user. */
export const roleAssignments = pgTable(
  "role_assignments",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    roleId: integer()
      .notNull()
      .references(() => adminRoles.id, { onDelete: "cascade" }),
    assignedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.roleId] }),
    index("role_assignments_role_id_idx").on(table.roleId),
  ],
);
