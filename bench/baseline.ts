// The straightforward way, to compare with: the same calls through the same HTTP layer, with the same answers, each read
// from the tables by plain SQL when it is asked for. Usage: baseline.ts <connection as JSON> <column to search in>
import fastifyCompress from "@fastify/compress";
import { gameEndpoints } from "contract/games/api.ts";
import { searchWords } from "contract/games/rules.ts";
import type { GameSort } from "contract/games/sorting.ts";
import { pageCount } from "contract/pagination.ts";
import { priceEndpoints } from "contract/prices/api.ts";
import { attainableLow, type PricePoint } from "contract/prices/rules.ts";
import Fastify from "fastify";
import { prepareIdentify } from "../server/src/accounts/commands-session.ts";
import { type Connection, connect } from "../server/src/db/connect.ts";
import { toGame, toGameDetail } from "../server/src/games/present.ts";
import type { OfferRow } from "../server/src/games/queries.ts";
import type { GameRow } from "../server/src/games/snapshot-rows.ts";
import { createAnswerCache } from "../server/src/http/answer-cache.ts";
import { bind } from "../server/src/http/bind.ts";
import { answerErrors } from "../server/src/http/errors.ts";
import { memoryLimits } from "../server/src/http/limit-store-memory.ts";
import { createLimits, limitCalls } from "../server/src/http/rate-limit.ts";
import { createSharedCaching } from "../server/src/http/shared-caches.ts";
import { toPriceHistory } from "../server/src/prices/present.ts";

const dayMs = 86_400_000;

const sortExpressions: Record<GameSort, string> = {
  rating: "g.rating",
  lowest_price: "p.best_cents",
  title: "g.title_folded",
  release_date: "g.release_date",
  discount: "case when p.steam_cents > 0 then (p.steam_cents - p.best_cents)::float / p.steam_cents end",
  metacritic_score: "g.metacritic_score",
  player_count: "g.player_count",
};

const linkAt = (store: string) => `(select link from offers o where o.game_id = g.id and o.store = '${store}')`;

const columns = `
  g.id, g.title, g.genre, g.developer, g.description, g.rating, g.review_score as "reviewScore",
  g.review_count as "reviewCount", g.boxart_url as "boxartUrl", g.steam_appid as "steamAppid", g.tags, g.explicit,
  g.player_count as "playerCount", g.metacritic_score as "metacriticScore", g.release_date::text as "releaseDate",
  p.steam_cents as "steamCents", p.gog_cents as "gogCents", p.cdkeys_cents as "cdkeysCents",
  p.other_cents as "otherCents", p.cdkeys_in_stock as "cdkeysInStock", p.best_cents as "bestCents",
  p.best_store as "bestStore", p.highest_best_cents as "highestBestCents", p.low_cents as "lowCents",
  p.low_store as "lowStore", extract(epoch from p.low_at)::float8 * 1000 as "lowAt", ${linkAt("steam")} as "steamLink", ${linkAt("gog")} as "gogLink",
  ${linkAt("cdkeys")} as "cdkeysLink", ${linkAt("other")} as "otherLink"`;

const from = "from games g left join game_prices p on p.game_id = g.id";

// Two for each request that is asked at once, so that none waits in vain.
const connections = 32;
const [connection = "{}", searched = "title"] = process.argv.slice(2);
const { db, pool } = connect(JSON.parse(connection) as Connection, console.error, { size: connections });
const app = Fastify({ logger: { level: "error" } });
const identify = prepareIdentify(db, console.error);
const content = { versionOf: () => 1, version: () => 1, markIncomplete() {} };
app.decorate("calls", {
  findViewer: (token: string) => identify(token, new Date()),
  content,
  caching: createSharedCaching({ seconds: undefined, isFresh: () => true }),
  // keeps nothing
  answers: createAnswerCache(content, 0),
  mounted: new Map(),
  submitted: new Map(),
});
app.decorateRequest("viewer", null);
answerErrors(app);
await limitCalls(app, createLimits({ store: memoryLimits(), scale: 1_000_000 }));
await app.register(fastifyCompress, { threshold: 1024, encodings: ["br", "gzip"] });

bind(app, gameEndpoints.listGames, async ({ query }) => {
  const { page, limit, search, sortBy, order, store } = query;
  const values: unknown[] = searchWords(search).map((word) => `%${word.replace(/[%_\\]/g, "\\$&")}%`);
  const conditions = ["not g.explicit", ...values.map((_, index) => `g.${searched} ilike $${index + 1}`)];
  if (store) {
    values.push(store);
    conditions.push(
      `exists (select from offers o where o.game_id = g.id and o.price_cents is not null and o.store = $${values.length})`,
    );
  }
  const where = `where ${conditions.join(" and ")}`;
  const sorting = `${sortExpressions[sortBy]} ${order} nulls last, g.id`;
  const [counted, found] = await Promise.all([
    pool.query<{ total: number }>(`select count(*)::integer as total from games g ${where}`, values),
    pool.query<GameRow>(
      `with page as (
        select g.id ${from} ${where} order by ${sorting} limit ${limit} offset ${(page - 1) * limit}
      )
      select ${columns} ${from} join page on page.id = g.id order by ${sorting}`,
      values,
    ),
  ]);
  const { total } = counted.rows[0]!;
  return {
    games: found.rows.map(toGame),
    totalPages: pageCount(total, limit),
    totalGames: total,
    currentPage: page,
  };
});

bind(app, gameEndpoints.game, async ({ params }) => {
  const [{ rows }, offers] = await Promise.all([
    pool.query<GameRow>(`select ${columns} ${from} where g.id = $1`, [params.id]),
    pool.query<OfferRow>(
      `select store, price_cents as "priceCents", regular_cents as "regularCents", link, in_stock as "inStock",
        last_seen_at as "lastSeenAt", ends_at as "endsAt", was_free_until as "wasFreeUntil"
      from offers where game_id = $1 order by store`,
      [params.id],
    ),
  ]);
  return toGameDetail(toGame(rows[0]!), offers.rows);
});

bind(app, gameEndpoints.gamesByIds, async ({ body }) => {
  const { rows } = await pool.query<GameRow>(`select ${columns} ${from} where g.id = any($1) and not g.explicit`, [
    body.gameIds,
  ]);
  const byId = new Map(rows.map((row) => [row.id, toGame(row)]));
  return { games: body.gameIds.flatMap((id) => byId.get(id) ?? []) };
});

bind(app, priceEndpoints.priceHistory, async ({ params, query }) => {
  const now = new Date();
  const opening = new Date(now.getTime() - query.days * dayMs);
  const { rows } = await pool.query<PricePoint>(
    `select store, recorded_at as at, price_cents as price, regular_cents as regular
    from price_history where game_id = $1 and recorded_at <= $2 order by recorded_at, store`,
    [params.id, now],
  );
  return toPriceHistory(rows, opening, query.origin, attainableLow(rows));
});

console.log(`The baseline is at ${await app.listen({ port: 0, host: "127.0.0.1" })}`);
process.on("disconnect", () => process.exit());
