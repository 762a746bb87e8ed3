import type { Privileges } from "contract/roles/rules.ts";

/** An authenticated caller; `null` stands for an anonymous one. */
export interface Viewer extends Privileges {
  userId: number;
  /** Whether lists may show explicit games. */
  showExplicit: boolean;
  /** Administrators need a second factor, and this one has none. */
  needsSecondFactor: boolean;
}
