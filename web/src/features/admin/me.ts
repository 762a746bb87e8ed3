import type { Permission } from "contract/permissions.ts";
import { createContext, use } from "react";
import type { Me } from "./queries.ts";

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
