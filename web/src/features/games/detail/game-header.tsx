import { formatDate } from "contract/core/dates.ts";
import { formatPlayerCount, ratingLevel, splitTags, yearOf } from "contract/games/rules.ts";
import type { Game } from "contract/games/schema.ts";
import type { ReactNode } from "react";
import { useGameText } from "../../../api/game-text.ts";
import { GameArt } from "../../images/game-art.tsx";
import { ratingColors } from "../rating-badge.tsx";

/** Picture, title, facts and statistics of a game. */
export function GameHeader({ game }: { game: Game }) {
  const text = useGameText();
  const tags = splitTags(game.tags);
  return (
    <header className="grid content-start gap-x-8 gap-y-5 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <GameArt
        gameId={game.id}
        alt={game.title}
        variant="portrait"
        narrowVariant="landscape"
        sizes="(max-width: 39.99rem) calc(100vw - 2rem), 208px"
        load="first"
        className="aspect-[460/215] w-full self-start rounded-lg sm:aspect-[2/3]"
      />
      <div className="min-w-0">
        <h1 className="text-xl sm:text-2xl">{game.title}</h1>
        <dl className="mt-4 grid empty:hidden grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
          {game.genre && <Fact name={text("game.genre")}>{game.genre}</Fact>}
          {game.developer && <Fact name={text("game.developer")}>{game.developer}</Fact>}
          {game.release_date && <Fact name={text("game.released")}>{formatDate(game.release_date)}</Fact>}
          {tags.length > 0 && <Fact name={text("game.tags")}>{tags.join(", ")}</Fact>}
        </dl>
        <section aria-labelledby="statistics" className="mt-6">
          <h2 id="statistics" className="sr-only">
            {text("game.statistics")}
          </h2>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-4 border-y border-border py-4 min-[30rem]:grid-cols-4">
            <Statistic name={text("game.rating")}>
              {game.rating === null ? (
                "N/A"
              ) : (
                <>
                  <span className={ratingColors[ratingLevel(game.rating)]}>{game.rating.toFixed(1)}</span>
                  <span className="text-sm font-normal text-muted">/10</span>
                </>
              )}
            </Statistic>
            <Statistic name={text("game.metacritic")}>{game.metacritic_score ?? "N/A"}</Statistic>
            <Statistic name={text("game.players")}>{formatPlayerCount(game.player_count)}</Statistic>
            <Statistic name={text("game.release_year")}>{yearOf(game.release_date) ?? "N/A"}</Statistic>
          </dl>
        </section>
      </div>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Statistic({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures text-lg font-semibold">{children}</dd>
    </div>
  );
}
