import { z } from "zod";

/** One entry of the audit log. `username` is `null` for the system, `Deleted user` for a deleted account. */
export const AuditEntry = z
  .object({
    id: z.number().int(),
    performed_at: z.string(),
    username: z.string().nullable(),
    action: z.string(),
    resource_type: z.string(),
    resource_key: z.string().nullable(),
    resource_category: z.string().nullable(),
    resource_id: z.string().nullable(),
    description: z.string(),
    details: z.record(z.string(), z.unknown()).nullable(),
    old_value: z.unknown(),
    new_value: z.unknown(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.output<typeof AuditEntry>;

/** A page of the entries about a thing, the latest first, and how many there are. */
export type ListHistory = (
  id: number,
  page: { limit: number; offset: number },
) => Promise<{ history: AuditEntry[]; total: number }>;
