import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { freeTexts } from "contract/content-strings/defaults/free.ts";
import type { Call } from "contract/core/call.ts";
import ArrowRight from "lucide-static/icons/arrow-right.svg?react";
import { marketKey, useCountry } from "../../../api/market.ts";
import { atMyStores } from "../../../api/my-stores.ts";
import { useCall } from "../../../api/session.ts";
import { useTextOf } from "../../../api/texts.ts";
import { FeedLink } from "../../../page/feed-link.tsx";
import { CardRow, GameCard, RowHead, rowLinkStyle } from "../game-card.tsx";
import { cardFields, pickFields } from "../queries.ts";

/** How many games the row of giveaways shows at most, and how many the others do. */
const maxGiveaways = 10;
const shownGames = 5;

/** Games that are free for now, the free games with the most players, and demos. */
export function freeRowsQuery(call: Call, country: string | undefined) {
  return queryOptions({
    queryKey: ["games", "free-rows", ...marketKey(country)],
    queryFn: async ({ signal }) => {
      const ending = { section: "ending", free: "true", limit: maxGiveaways, country } as const;
      const fields = cardFields.join(",");
      const list = { free: "true", limit: shownGames, fields, country } as const;
      const [giveaways, popular, demos] = await Promise.all([
        call("GET /api/deals", { query: atMyStores(ending) }, { signal }),
        call("GET /api/games", { query: atMyStores({ ...list, sortBy: "player_count" } as const) }, { signal }),
        call(
          "GET /api/games",
          { query: atMyStores({ ...list, type: "demo", sortBy: "popularity" } as const) },
          { signal },
        ),
      ]);
      const isGiveaway = new Set(giveaways.deals.map(({ id }) => id));
      return {
        giveaways: giveaways.deals.map((game) => pickFields(game, cardFields)),
        // of so few, the list below shows all
        popular: popular.totalGames > shownGames ? popular.games.filter(({ id }) => !isGiveaway.has(id)) : [],
        demos: demos.games,
      };
    },
  });
}

const links = {
  popular: { free: "true", sort: "player_count" },
  demos: { free: "true", type: "demo", sort: "popularity" },
} as const;

/** What the free games are about: first what costs nothing only for now. Rows without games are left out. */
export function FreeRows() {
  const text = useTextOf(freeTexts);
  const { data } = useQuery(freeRowsQuery(useCall(), useCountry()));
  if (!data) return null;
  return (["giveaways", "popular", "demos"] as const).map((name) => {
    const games = data[name];
    if (games.length === 0) return null;
    const title = text(`free.row.${name}`);
    return (
      <section key={name} aria-labelledby={`free-${name}`} className="mt-6">
        <RowHead id={`free-${name}`} title={title}>
          {name === "giveaways" ? (
            <FeedLink feed={{ name: "free" }} label={text("free.feed")} />
          ) : (
            <Link
              to="/games"
              search={links[name]}
              aria-label={text("free.see_all_of", { row: title })}
              className={rowLinkStyle}
            >
              {text("free.see_all")}
              <ArrowRight aria-hidden className="size-4" />
            </Link>
          )}
        </RowHead>
        <CardRow lines={name === "giveaways" ? 2 : 1}>
          {games.map((game) => (
            <li key={game.id}>
              <GameCard game={game} level={3} free />
            </li>
          ))}
        </CardRow>
      </section>
    );
  });
}
