import type { Permission } from "contract/permissions.ts";
import { createContext, use } from "react";
import type { Me } from "./queries.ts";

export const MeContext = createContext<Me | null>(null);

/** The administrator at the panel. Only inside the panel, which is shown to nobody else. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === null) throw new Error("Only the panel knows its administrator");
  return me;
}

/** Why the administrator may not do something, in words; `undefined` when they may. */
export type WhyNot = (permission: Permission) => string | undefined;

/** Tells which actions to show as impossible, and why. The server checks again. */
export function useWhyNot(): WhyNot {
  const { permissions } = useMe();
  return (permission) => (permissions.includes(permission) ? undefined : `This needs the permission ${permission}`);
}
