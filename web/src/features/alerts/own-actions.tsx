import { lazy, Suspense } from "react";
import AlertButton from "./alert-button.tsx";
import type { AlertGame } from "./alert-dialog.tsx";

// what it needs is named here rather than in the code of the game's page
const LibraryButtons = lazy(() => import("../library/library-buttons.tsx"));

/** What a signed-in visitor can do with a game, besides wishing for it. */
export default function OwnActions({ game, className }: { game: AlertGame; className: string }) {
  return (
    <>
      <AlertButton game={game} className={className} />
      <Suspense fallback={<span className="mt-2 block h-9" />}>
        <LibraryButtons gameId={game.id} />
      </Suspense>
    </>
  );
}
