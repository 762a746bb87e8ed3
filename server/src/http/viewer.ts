import type { Permission } from "contract/permissions.ts";

/** Who makes a call, as far as the server may rely on it. `null` stands for an anonymous caller. */
export interface Viewer {
  userId: number;
  /** Whether lists may show explicit games. */
  showExplicit: boolean;
  permissions: ReadonlySet<Permission>;
}
