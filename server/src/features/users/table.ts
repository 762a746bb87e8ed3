import type { Permission } from "contract/permissions.ts";
import type { Launcher } from "contract/prices/launchers.ts";
import {
  boolean,
  date,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  sql,
  text,
  timestamp,
  uniqueIndex,
} from "../../platform/db/drizzle.ts";

/** The roles of users who hold no admin role. */
export const accountRole = pgEnum("account_role", ["moderator", "member"]);

export const users = pgTable("users", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  username: text().notNull(),
  /** The username in lower case, which makes it unique. */
  usernameKey: text().notNull().unique("users_username_key"),
  /** `null` for an account created by Steam until its owner adds one. */
  email: text(),
  /** The address in lower case, which makes it unique. */
  emailKey: text().unique("users_email_key"),
  /** By a mailed link, or by Google. */
  emailVerified: boolean().notNull().default(false),
  /** Replaces `email` once it is confirmed. It may belong to another user, so it is not reserved. */
  pendingEmail: text(),
  /** argon2id; `null` for an account that signs in by Google or Steam alone. */
  passwordHash: text(),
  displayName: text(),
  birthday: date({ mode: "string" }),
  avatarUrl: text(),
  showExplicitContent: boolean().notNull().default(false),
  /** Grows with every change of the library (`library_games`); 0 = never changed. */
  libraryVersion: integer().notNull().default(0),
  /** Whose prices the user wants to see (ISO 3166); `null` = no choice. */
  country: text(),
  /** The tag of the language that pages, mails and messages are in; `null` = no choice: that of the country's pages. */
  language: text(),
  /** Only offers that activate on one of these launchers count; empty = all offers. */
  activates: text().array().$type<Launcher[]>().notNull().default([]),
  /** The keys of the subscription plans that the user pays for. */
  plans: text().array().notNull().default([]),
  role: accountRole().notNull().default("member"),
  /** Increases with every change of the account's admin roles. */
  rolesVersion: integer().notNull().default(1),
  /** Google's `sub`. */
  googleId: text().unique("users_google_id_key"),
  /** The 64-bit SteamID in digits. */
  steamId: text().unique("users_steam_id_key"),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  lastLoginAt: timestamp({ withTimezone: true }),
});

/** What administrators may do is the union of their roles; `super_admin` implies everything. */
export const adminRoles = pgTable(
  "admin_roles",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    description: text().notNull().default(""),
    permissions: text().array().$type<Permission[]>().notNull(),
    /** The languages that `content.translate` covers; `null` = all. */
    languages: text().array(),
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
