import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useViewer } from "./session.ts";

/** First parts of the keys of answers that are the same for everyone. */
const publicAnswers = ["games", "retailers", "site", "content-strings"];

const isPrivate = ({ queryKey: [area, kind] }: Query) =>
  !publicAnswers.includes(String(area)) || (area === "games" && kind === "price-history");

/** Lists leave out explicit games for those who did not ask for them; a single game is the same for all. */
const dependsOnExplicit = ({ queryKey: [area, kind] }: Query) => area === "games" && kind !== "detail";

/**
 * Keeps answers given to one visitor from the next one, also when sign-in or sign-out happened in another tab,
 * and lists with explicit games from those who may not see them. Stands once, around all pages.
 */
export function useAnswersOfViewer(): void {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const id = viewer === "unknown" ? null : (viewer?.id ?? null);
  const explicit = viewer !== "unknown" && viewer?.showExplicitContent === true;
  // whom the answers in the cache are for: pages come from the server as nobody in particular sees them
  const answered = useRef<{ id: number | null; explicit: boolean }>({ id: null, explicit: false });
  useEffect(() => {
    const before = answered.current;
    answered.current = { id, explicit };
    if (before.id !== null && before.id !== id) void queryClient.resetQueries({ predicate: isPrivate });
    if (before.explicit && !explicit) void queryClient.resetQueries({ predicate: dependsOnExplicit });
    // nothing to hide: the shorter list may stand until the longer one is there
    if (!before.explicit && explicit) void queryClient.invalidateQueries({ predicate: dependsOnExplicit });
  }, [queryClient, id, explicit]);
}
