import { lazy, Suspense } from "react";
import { useViewer } from "../../api/session.ts";

// only for those who are signed in
const LibraryButtons = lazy(() => import("./library-buttons.tsx"));

/** What a game is to a signed-in visitor, on its page; nothing for others. */
export function GameLibrary({ gameId }: { gameId: number }) {
  const viewer = useViewer();
  if (viewer === null || viewer === "unknown") return null;
  return (
    <Suspense fallback={<span className="mt-2 block h-9" />}>
      <LibraryButtons gameId={gameId} />
    </Suspense>
  );
}
