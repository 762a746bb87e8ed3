import { useQuery } from "@tanstack/react-query";
import { isAllStores } from "contract/my-stores/rules.ts";
import { useEffect } from "react";
import { useCall, useViewer } from "../../api/session.ts";
import { rememberedStores, rememberStores, useRememberedStores } from "./remembered-stores.ts";
import { profileStoresQuery } from "./store-changes.ts";

/**
 * Overrides the choice in this browser with that of the profile, and removes it at sign-out. Returns whether only the
 * browser has a choice.
 */
export function useProfileStores(): boolean {
  const viewer = useViewer();
  const userId = viewer && viewer !== "unknown" ? viewer.id : undefined;
  const remembered = useRememberedStores();
  const { data: inProfile } = useQuery({
    ...profileStoresQuery(useCall(), userId ?? 0),
    enabled: userId !== undefined,
  });
  useEffect(() => {
    const stored = rememberedStores();
    if (viewer === null && stored?.user !== undefined) rememberStores(null);
    if (userId === undefined || inProfile === undefined) return;
    const isOwn = stored?.user === userId;
    if (inProfile) rememberStores({ ...inProfile, user: userId, ...(isOwn && { paused: stored?.paused ?? false }) });
    else if (stored?.user !== undefined) rememberStores(null);
  }, [viewer, userId, inProfile]);
  return inProfile === null && remembered !== null && remembered.user === undefined && !isAllStores(remembered);
}
