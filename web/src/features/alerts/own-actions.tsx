import { lazy, Suspense } from "react";
import { AlertButton, type AlertGame } from "./alert-dialog.tsx";

// its dependencies are listed here rather than in the code of the game's page
const LibraryButtons = lazy(() => import("../library/library-buttons.tsx"));

/** Actions of a signed-in visitor on a game, besides the wishlist. */
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
