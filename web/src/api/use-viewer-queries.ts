import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useViewer } from "./session.ts";

/** First parts of the query keys of public data. */
const publicResponses = ["games", "retailers", "markets", "site", "content-strings"];

const isPrivate = ({ queryKey: [area, kind] }: Query) =>
  !publicResponses.includes(String(area)) || (area === "games" && kind === "price-history");

/** Lists omit explicit games, and those that the user owns or ignores; a single game is the same for all. */
export const dependsOnViewer = ({ queryKey: [area, kind] }: Query) => area === "games" && kind !== "detail";

/**
 * Resets private data when the user changes, also from another tab, and lists that are not for the current one. Used
 * once, around all pages.
 */
export function useViewerQueries(): void {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const id = viewer === "unknown" ? null : (viewer?.id ?? null);
  const explicit = viewer !== "unknown" && viewer?.showExplicitContent === true;
  const library = viewer !== "unknown" && viewer?.hasLibrary ? id : null;
  // the user of the cached data; pages from the server are anonymous
  const fetchedFor = useRef<{ id: number | null; explicit: boolean; library: number | null }>({
    id: null,
    explicit: false,
    library: null,
  });
  useEffect(() => {
    const before = fetchedFor.current;
    fetchedFor.current = { id, explicit, library };
    if (before.id !== null && before.id !== id) void queryClient.resetQueries({ predicate: isPrivate });
    const mustHide = (before.explicit && !explicit) || (before.library !== null && before.library !== library);
    if (mustHide) void queryClient.resetQueries({ predicate: dependsOnViewer });
    // nothing to hide: the list for everybody may stand until one's own is there
    else if ((!before.explicit && explicit) || library !== before.library) {
      void queryClient.invalidateQueries({ predicate: dependsOnViewer });
    }
  }, [queryClient, id, explicit, library]);
}
