import { useQuery } from "@tanstack/react-query";
import { ratingLevel, yearOf } from "contract/games/rules.ts";
import type { GameDetail } from "contract/games/schema.ts";
import type { ReactNode } from "react";
import { useGameText } from "../../../api/game-text.ts";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { useLanguage } from "../../../api/texts.ts";
import { GameTitle, shownTitle } from "../../../page/game-title.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { GameArt } from "../../images/game-art.tsx";
import { GameLink } from "../game-link.tsx";
import { LandingLinks } from "../landing/landing-links.tsx";
import { ratingColors } from "../rating-badge.tsx";
import { baseGameQuery } from "./related-queries.ts";

/**
 * Picture, title, facts and statistics of a game. On phones its parts are items of the page's grid, facts after the
 * price.
 */
export function GameHeader({ game }: { game: GameDetail }) {
  const language = useLanguage();
  const text = useGameText();
  return (
    <header
      className={
        "grid content-start gap-x-8 max-sm:contents sm:grid-cols-[13rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr]"
      }
    >
      <div className="flex items-center gap-4 sm:contents">
        <GameArt
          gameId={game.id}
          version={game.picture_version}
          alt={shownTitle(game)}
          variant="portrait"
          narrowVariant="landscape"
          sizes="(max-width: 39.99rem) 144px, 208px"
          load="first"
          className={
            "aspect-[460/215] w-36 shrink-0 self-start rounded-md sm:row-span-2 sm:aspect-[2/3] sm:w-full " +
            "sm:rounded-lg"
          }
        />
        <div className="min-w-0">
          <h1 className="text-xl sm:text-2xl">
            <GameTitle game={game} beside="block text-base" />
          </h1>
          {game.also_known_as.length > 0 && (
            <p className="mt-1 text-sm wrap-anywhere text-muted">
              {text("game.also_known_as", { titles: language.list(game.also_known_as) })}
            </p>
          )}
          {game.type && game.type !== "game" && <Badge className="mt-2">{text(`game.type.${game.type}`)}</Badge>}
        </div>
      </div>
      <div className="min-w-0 max-sm:order-1 sm:col-start-2">
        <dl className="grid sm:mt-4 empty:hidden grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
          {game.parent_id !== null && <BaseGame id={game.parent_id} />}
          {game.genre && (
            <Fact name={text("game.genre")}>
              <LandingLinks kind="genre" game={game} />
            </Fact>
          )}
          {game.developer && (
            <Fact name={text("game.developer")}>
              <LandingLinks kind="developer" game={game} />
            </Fact>
          )}
          {game.release_date && <Fact name={text("game.released")}>{language.date(game.release_date)}</Fact>}
          {game.controller_support && (
            <Fact name={text("game.controller_support")}>
              {text(`game.controller_support.${game.controller_support}`)}
            </Fact>
          )}
          {game.tags && (
            <Fact name={text("game.tags")}>
              <LandingLinks kind="tag" game={game} />
            </Fact>
          )}
        </dl>
        <section aria-labelledby="statistics" className="mt-6">
          <h2 id="statistics" className="sr-only">
            {text("game.statistics")}
          </h2>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-4 border-y border-border py-4 min-[30rem]:grid-cols-4">
            <Statistic name={text("game.rating")}>
              {game.rating === null ? (
                text("price.none")
              ) : (
                <>
                  <span className={ratingColors[ratingLevel(game.rating)]}>{language.decimal(game.rating)}</span>
                  <span className="text-sm font-normal text-muted">/10</span>
                </>
              )}
            </Statistic>
            <Statistic name={text("game.metacritic")}>{game.metacritic_score ?? text("price.none")}</Statistic>
            <Statistic name={text("game.players")}>
              {game.player_count === null ? text("price.none") : language.compact(game.player_count)}
            </Statistic>
            <Statistic name={text("game.release_year")}>{yearOf(game.release_date) ?? text("price.none")}</Statistic>
          </dl>
        </section>
      </div>
    </header>
  );
}

/** The base game of a DLC, once its title is known. */
function BaseGame({ id }: { id: number }) {
  const text = useGameText();
  const { data: base } = useQuery(baseGameQuery(useCall(), id, useCountry()));
  if (!base) return null;
  return (
    <Fact name={text("game.base_game")}>
      <GameLink id={id} className="underline decoration-border-strong underline-offset-3 hover:text-text">
        <GameTitle game={base} />
      </GameLink>
    </Fact>
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
