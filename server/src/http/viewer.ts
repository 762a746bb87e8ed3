import type { Standing } from "contract/roles/rules.ts";

/** Who makes a call, as far as the server may rely on it. `null` stands for an anonymous caller. */
export interface Viewer extends Standing {
  userId: number;
  /** Whether lists may show explicit games. */
  showExplicit: boolean;
}
