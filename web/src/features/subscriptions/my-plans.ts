import type { Call } from "contract/core/call.ts";
import { useSyncExternalStore } from "react";
import { setUser, useViewer, type Viewer } from "../../api/session.ts";

/** Where the browser stores the plans of a visitor without an account. */
const plansKey = "myPlans";
const changeEvent = "my-plans";

function storedPlans(): string {
  try {
    return localStorage.getItem(plansKey) ?? "";
  } catch {
    return "";
  }
}

function storePlans(plans: readonly string[]): void {
  try {
    localStorage.setItem(plansKey, plans.join(","));
  } catch {
    // where storage is blocked, nothing is stored
  }
  dispatchEvent(new Event(changeEvent));
}

function subscribe(listener: () => void): () => void {
  for (const type of [changeEvent, "storage"]) addEventListener(type, listener);
  return () => {
    for (const type of [changeEvent, "storage"]) removeEventListener(type, listener);
  };
}

/** The keys of the visitor's plans: of the account, otherwise of this browser. */
export function useMyPlans(): readonly string[] {
  const viewer = useViewer();
  const stored = useSyncExternalStore(subscribe, storedPlans, () => "");
  if (viewer && viewer !== "unknown") return viewer.plans ?? [];
  return viewer === null && stored !== "" ? stored.split(",") : [];
}

/** Saves the visitor's plans: in the account, otherwise in this browser. */
export async function savePlans(call: Call, viewer: Viewer, plans: readonly string[]): Promise<void> {
  if (viewer === null || viewer === "unknown") storePlans(plans);
  else setUser((await call("PUT /api/auth/profile", { body: { plans: [...plans] } })).user);
}
