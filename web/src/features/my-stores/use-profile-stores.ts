import { useQuery } from "@tanstack/react-query";
import { isAllStores } from "contract/my-stores/rules.ts";
import { useEffect } from "react";
import { useCall, useViewer } from "../../api/session.ts";
import { rememberedStores, rememberStores, useRememberedStores } from "./remembered-stores.ts";
import { profileStoresQuery } from "./store-changes.ts";

/**
 * Lets the choice in the profile win over that of this browser, and forgets it when its owner signs out. Returns
 * whether the browser has a choice that the profile lacks.
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
    const known = rememberedStores();
    if (viewer === null && known?.user !== undefined) rememberStores(null);
    if (userId === undefined || inProfile === undefined) return;
    const isOwn = known?.user === userId;
    if (inProfile) rememberStores({ ...inProfile, user: userId, ...(isOwn && { paused: known?.paused ?? false }) });
    else if (known?.user !== undefined) rememberStores(null);
  }, [viewer, userId, inProfile]);
  return inProfile === null && remembered !== null && remembered.user === undefined && !isAllStores(remembered);
}
