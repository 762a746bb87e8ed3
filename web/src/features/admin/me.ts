import { queryOptions } from "@tanstack/react-query";
import type { User } from "contract/accounts/schema.ts";
import type { Call } from "contract/core/call.ts";
import type { Permission } from "contract/permissions.ts";
import { createContext, use } from "react";
import { ApiError, failedWith } from "../../api/api-error.ts";
import { storedToken } from "../../api/session.ts";
import { adminFreshFor, adminKey } from "./queries.ts";

export const meKey = [adminKey, "me"] as const;

/** The current administrator with their permissions. */
export interface Me {
  user: User;
  permissions: readonly Permission[];
  /** The languages that `content.translate` covers; `null` = all. */
  languages: readonly string[] | null;
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

export const MeContext = createContext<Me | null>(null);

/** The current administrator. Only inside the panel. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === null) throw new Error("useMe must be used inside the panel");
  return me;
}

/** A permission, or several of which any is enough. */
export type Needs = Permission | readonly Permission[];

/** Why the administrator lacks a permission; `undefined` when granted. */
export type DenialReason = (needs: Needs) => string | undefined;

/** Explains disabled actions. The server checks permissions again. */
export function useDenialReason(): DenialReason {
  const { permissions } = useMe();
  return (needs) => {
    const any = [needs].flat();
    if (any.some((permission) => permissions.includes(permission))) return undefined;
    return `This needs the permission ${any.join(" or ")}`;
  };
}

/** Why the administrator may not translate into a language; `undefined` when they may. */
export function useTranslateDenial(language: string): string | undefined {
  const { languages } = useMe();
  const denial = useDenialReason()("content.translate");
  if (denial || languages === null || languages.includes(language)) return denial;
  return `Your roles allow translations only into ${languages.join(", ")}`;
}
