import { createFileRoute } from "@tanstack/react-router";
import { gameHead, loadGame } from "../games/game-address.ts";
import { gameIdOf } from "../games/game-id.ts";
import { GameNotFound } from "../games/game-not-found.tsx";
import { GamePage } from "../games/game-page.tsx";
import { GamePageSkeleton } from "../games/game-page-skeleton.tsx";
import { PageFailed } from "../games/page-failed.tsx";

export const Route = createFileRoute("/_main/game/$id")({
  loader: ({ context, params }) => loadGame(context, params.id),
  head: ({ match, params }) => gameHead(match, params.id),
  component: () => <GamePage id={gameIdOf(Route.useParams().id) ?? 0} />,
  pendingMs: 250,
  pendingComponent: GamePageSkeleton,
  notFoundComponent: GameNotFound,
  errorComponent: (props) => <PageFailed {...props} message="game.load_failed" />,
});
