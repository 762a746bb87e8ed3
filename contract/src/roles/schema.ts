import { z } from "zod";
import { LanguageTag } from "../languages/schema.ts";
import { permissions } from "../permissions.ts";

export const Permission = z.enum(permissions);

/** The languages that `content.translate` covers. */
export const RoleLanguages = z
  .array(LanguageTag)
  .min(1, "Name a language, or leave the list out")
  .max(100)
  .nullable()
  .meta({ description: "The languages that `content.translate` covers; `null` = all" });

export const AdminRole = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string(),
    permissions: z.array(Permission),
    languages: RoleLanguages,
    user_count: z.number().int(),
    version: z.number().int(),
  })
  .meta({ id: "AdminRole" });
export type AdminRole = z.output<typeof AdminRole>;

export const AssignedRole = z
  .object({ role_id: z.number().int(), role_name: z.string(), assigned_at: z.string() })
  .meta({ id: "AssignedRole" });
export type AssignedRole = z.output<typeof AssignedRole>;

export const AdminUser = z
  .object({
    id: z.number().int(),
    username: z.string(),
    email: z.string().nullable().meta({ description: "`null` also for callers without users.read" }),
    roles: z.array(AssignedRole),
    created_at: z.string().nullable().meta({ description: "`null` for callers without users.read" }),
    last_login: z.string().nullable().meta({ description: "`null` also for callers without users.read" }),
    version: z.number().int().meta({ description: "Version of the user's roles, incremented by every change" }),
  })
  .meta({ id: "AdminUser" });
export type AdminUser = z.output<typeof AdminUser>;

/**
 * The name of a role: letters, digits, underscores; starts with a letter, so that no name looks like an id.
 * `any` is reserved: filters use it for all roles.
 */
export const RoleName = z
  .string()
  .trim()
  .regex(/^[A-Za-z]\w{1,49}$/, "A role's name has 2 to 50 letters, digits or underscores and starts with a letter")
  .refine((name) => name.toLowerCase() !== "any", 'A role cannot be called "any"');
