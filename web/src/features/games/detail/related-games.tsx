import { useQuery } from "@tanstack/react-query";
import type { Game } from "contract/games/schema.ts";
import { useGamePartText } from "../../../api/game-part-text.ts";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { CardRow, GameCard } from "../game-card.tsx";
import type { CardGame } from "../queries.ts";
import { similarGamesQuery } from "./related-queries.ts";

/** Games like this one, and others of its developer; rows without games are left out. */
export default function RelatedGames({ game }: { game: Pick<Game, "id" | "developer"> }) {
  const text = useGamePartText();
  const { data } = useQuery(similarGamesQuery(useCall(), game.id, useCountry()));
  return (
    <>
      <Row id="similar" title={text("game.similar")} games={data?.games} />
      <Row
        id="by-developer"
        title={text("game.by_developer", { developer: game.developer ?? "" })}
        games={data?.byDeveloper}
      />
    </>
  );
}

function Row({ id, title, games = [] }: { id: string; title: string; games: readonly CardGame[] | undefined }) {
  if (games.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      <CardRow lines={2}>
        {games.map((game) => (
          <li key={game.id}>
            <GameCard game={game} level={3} />
          </li>
        ))}
      </CardRow>
    </section>
  );
}
