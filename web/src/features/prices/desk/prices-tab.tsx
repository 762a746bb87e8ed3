import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import { Notice } from "../../../ui/notice.tsx";
import { type TabState, useTabState } from "../../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage } from "../../admin/tab-page.tsx";
import { GameOffers } from "./game-offers.tsx";
import { GameSearch } from "./game-search.tsx";

interface PricesState extends TabState {
  search: string;
  /** The id of the chosen game; empty = none. */
  game: string;
}

const defaults: PricesState = { page: 1, search: "", game: "" };

/** Offers and price records of a game, and their correction (spec/catalogue 4). */
export function PricesTab() {
  return (
    <TabPage>
      <Prices />
    </TabPage>
  );
}

function Prices() {
  const { state, show } = useTabState(defaults);
  const game = /^[1-9]\d{0,9}$/.test(state.game) ? Number(state.game) : null;
  return (
    <>
      <ReadOnlyNote needs="prices.write" />
      <div className="grid items-start gap-6 xl:grid-cols-[15rem_minmax(0,1fr)]">
        <GameSearch
          applied={state.search}
          onSearch={(search) => show({ search })}
          chosen={game}
          onChoose={(id) => show({ game: String(id) })}
        />
        {game === null ? (
          <Notice icon={CircleDollarSign} title="No game chosen">
            Search for a game to see what stores ask for it and what they asked before.
          </Notice>
        ) : (
          <GameOffers key={game} gameId={game} />
        )}
      </div>
    </>
  );
}
