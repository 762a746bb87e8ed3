import { useQuery } from "@tanstack/react-query";
import type { GameDetail } from "contract/games/schema.ts";
import { useGamePartText } from "../../../api/game-part-text.ts";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { GameTitle } from "../../../page/game-title.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { BestPrice } from "../../prices/best-price.tsx";
import { GameLink } from "../game-link.tsx";
import { dlcOfGameQuery } from "./related-queries.ts";

/** The DLC of a game with price, discount, and whether the visitor owns it; nothing for a game without any. */
export default function DlcList({ game }: { game: Pick<GameDetail, "id"> }) {
  const text = useGamePartText();
  const { data } = useQuery(dlcOfGameQuery(useCall(), game.id, useCountry()));
  if (!data || data.games.length === 0) return null;
  return (
    <section aria-labelledby="dlc">
      <h2 id="dlc" className="mb-3 text-lg">
        {text("game.dlc")}
      </h2>
      <ul className="divide-y divide-border rounded-lg border border-border bg-raised">
        {data.games.map((dlc) => (
          <li
            key={dlc.id}
            className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.5 py-1.5 sm:px-5"
          >
            <span className="flex min-w-0 flex-wrap items-center gap-x-2">
              <GameLink id={dlc.id} className="py-1 wrap-anywhere hover:underline">
                <GameTitle game={dlc} />
              </GameLink>
              {data.owned.includes(dlc.id) && <Badge tone="positive">{text("game.dlc_owned")}</Badge>}
            </span>
            <BestPrice game={dlc} />
          </li>
        ))}
      </ul>
    </section>
  );
}
