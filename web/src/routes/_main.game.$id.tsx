import { createFileRoute } from "@tanstack/react-router";
import { GameNotFound } from "../features/games/detail/game-not-found.tsx";
import { GamePage } from "../features/games/detail/game-page.tsx";
import { GamePageSkeleton } from "../features/games/detail/game-page-skeleton.tsx";
import { PageFailed } from "../features/games/detail/page-failed.tsx";
import { gameRoute } from "../features/games/game-address.ts";
import { ListMenu } from "../features/lists/list-menu.tsx";

export const Route = createFileRoute("/_main/game/$id")({
  ...gameRoute,
  component: () => <GamePage ListMenu={ListMenu} />,
  pendingComponent: GamePageSkeleton,
  notFoundComponent: GameNotFound,
  errorComponent: (props) => <PageFailed {...props} message="game.load_failed" />,
});
