import { LibraryButtons } from "../library/library-buttons.tsx";
import AlertButton from "./alert-button.tsx";
import type { AlertGame } from "./alert-dialog.tsx";

/** What a signed-in visitor can do with a game, besides wishing for it. */
export default function OwnActions({ game, className }: { game: AlertGame; className: string }) {
  return (
    <>
      <AlertButton game={game} className={className} />
      <LibraryButtons gameId={game.id} />
    </>
  );
}
