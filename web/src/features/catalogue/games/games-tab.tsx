import { useTabState } from "../../admin/tabs/tab-address.ts";
import { GamePage } from "./game-page.tsx";
import { gamesAllowed, gamesDefaults } from "./game-queries.ts";
import { GamesList } from "./games-list.tsx";

/** All games of the catalogue: a list, and a page for each (spec/catalogue 2). */
export function GamesTab() {
  const tab = useTabState(gamesDefaults, gamesAllowed);
  const { game, page } = tab.state;
  const id = /^[1-9]\d{0,9}$/.test(game) ? Number(game) : null;
  if (id === null) return <GamesList tab={tab} />;
  // returns to the list with its previous state
  return <GamePage key={id} id={id} listSearch={tab.searchOf({ game: "", page })} />;
}
