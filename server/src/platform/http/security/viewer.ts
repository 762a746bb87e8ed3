import type { Privileges } from "contract/roles/rules.ts";
import type { Scope } from "contract/scopes.ts";

/** An authenticated caller; `null` stands for an anonymous one. */
export interface Viewer extends Privileges {
  userId: number;
  /** Whether lists may show explicit games. */
  showExplicit: boolean;
  /** Incremented with every change of owned and ignored games; 0 = there are none yet. */
  libraryVersion: number;
  /** Administrators need a second factor, and this one has none. */
  needsSecondFactor: boolean;
  /** The API key that makes the call, in place of a session. */
  key?: { id: number; scopes: ReadonlySet<Scope> };
}

/** A caller with an API key. */
export type KeyViewer = Viewer & Required<Pick<Viewer, "key">>;
