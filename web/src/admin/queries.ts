import { queryOptions } from "@tanstack/react-query";
import type { User } from "contract/accounts/schema.ts";
import type { Call } from "contract/call.ts";
import type { Permission } from "contract/permissions.ts";
import { storedToken } from "../accounts/session.ts";
import { ApiError } from "../api-error.ts";

/** How long answers to administrators stay fresh, in milliseconds (spec/administration 2.4). */
export const adminFreshFor = 300_000;

/** The first part of the keys of all answers to administrators. */
export const adminKey = "admin";
export const meKey = [adminKey, "me"] as const;
export const statsKey = [adminKey, "stats"] as const;

/** The administrator at the panel, with what they may do. */
export interface Me {
  user: User;
  permissions: readonly Permission[];
}

/** Who asks for the panel: an administrator, somebody else, or nobody who is signed in. */
export type Asker = Me | "denied" | "anonymous";

/** Who it is that asks for the panel. Takes the plain call, whose failures still tell what they are. */
export function meQuery(call: Call) {
  return queryOptions<Asker>({
    queryKey: meKey,
    // who was turned away may have signed in or been made an administrator since
    staleTime: ({ state }) => (typeof state.data === "string" ? 0 : adminFreshFor),
    queryFn: async ({ signal }) => {
      if (storedToken() === null) return "anonymous";
      try {
        return await call("GET /api/admin/dashboard/me", {}, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return "anonymous";
        if (error instanceof ApiError && error.status === 403) return "denied";
        throw error;
      }
    },
  });
}

/** What the site holds and what happened lately. Takes the panel's call. */
export function statsQuery(call: Call) {
  return queryOptions({
    queryKey: statsKey,
    staleTime: adminFreshFor,
    queryFn: ({ signal }) => call("GET /api/admin/dashboard/stats", {}, { signal }),
  });
}
