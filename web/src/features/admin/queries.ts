import { queryOptions } from "@tanstack/react-query";
import type { User } from "contract/accounts/schema.ts";
import type { Call } from "contract/core/call.ts";
import type { Permission } from "contract/permissions.ts";
import { ApiError, failedWith } from "../../api/api-error.ts";
import { storedToken } from "../../api/session.ts";

/** How long admin responses stay fresh, in milliseconds (spec/administration 2.4). */
export const adminFreshFor = 300_000;

/** The first part of all admin query keys. */
export const adminKey = "admin";
export const meKey = [adminKey, "me"] as const;
const statsKey = [adminKey, "stats"] as const;

/** The current administrator with their permissions. */
export interface Me {
  user: User;
  permissions: readonly Permission[];
}

/** Access to the panel: an administrator, a user without access, or an anonymous visitor. */
export type PanelAccess = Me | "denied" | "needs_second_factor" | "anonymous";

/** The visitor's access to the panel. Takes the plain call, whose errors are not reworded. */
export function meQuery(call: Call) {
  return queryOptions<PanelAccess>({
    queryKey: meKey,
    // a denied visitor may have signed in or become an administrator since
    staleTime: ({ state }) => (typeof state.data === "string" ? 0 : adminFreshFor),
    queryFn: async ({ signal }) => {
      if (storedToken() === null) return "anonymous";
      try {
        return await call("GET /api/admin/dashboard/me", {}, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return "anonymous";
        if (failedWith(error, "second_factor_required")) return "needs_second_factor";
        if (error instanceof ApiError && error.status === 403) return "denied";
        throw error;
      }
    },
  });
}

/** Counts and recent activity. Takes the panel's call. */
export function statsQuery(call: Call) {
  return queryOptions({
    queryKey: statsKey,
    staleTime: adminFreshFor,
    queryFn: ({ signal }) => call("GET /api/admin/dashboard/stats", {}, { signal }),
  });
}
