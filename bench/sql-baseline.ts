// sql-baseline.ts <connection as JSON>: serves the site's `GET /api/games` on PORT with straightforward SQL.
import fastifyCompress from "@fastify/compress";
import { pageCount } from "contract/core/pagination.ts";
import { searchWords } from "contract/core/text.ts";
import { gameEndpoints } from "contract/games/api.ts";
import type { GameSort } from "contract/games/sorting.ts";
import Fastify from "fastify";
import { toGame } from "../server/src/features/games/present.ts";
import { listIndexedRows } from "../server/src/features/games/queries.ts";
import { type Connection, connect } from "../server/src/platform/db/connect.ts";

const sortExpressions: Record<GameSort, string> = {
  rating: "g.rating",
  lowest_price: "p.best_cents",
  title: "g.title_folded",
  release_date: "g.release_date",
  discount: "case when p.steam_cents > 0 then (p.steam_cents - p.best_cents)::float / p.steam_cents end",
  metacritic_score: "g.metacritic_score",
  player_count: "g.player_count",
};

const { db, pool } = connect(JSON.parse(process.argv[2]!) as Connection, console.error);
const app = Fastify();
await app.register(fastifyCompress, { threshold: 1024, encodings: ["br", "gzip"] });
app.get("/api/games", ({ query }) => listGames(query));
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });

async function listGames(parameters: unknown) {
  const { page, limit, search, sortBy, order, store } = gameEndpoints.listGames.query.parse(parameters);
  const values = searchWords(search).map((word) => `%${word.replace(/[%_\\]/g, "\\$&")}%`);
  const conditions = ["not g.explicit", ...values.map((_, index) => `g.title_folded ilike $${index + 1}`)];
  if (store) {
    conditions.push(
      `exists (select from offers o where o.game_id = g.id and o.price_cents is not null and o.store = '${store}')`,
    );
  }
  const where = `where ${conditions.join(" and ")}`;
  const [counted, found] = await Promise.all([
    pool.query<{ total: number }>(`select count(*)::integer as total from games g ${where}`, values),
    pool.query<{ id: number }>(
      `select g.id from games g left join game_prices p on p.game_id = g.id ${where}
      order by ${sortExpressions[sortBy]} ${order} nulls last, g.id limit ${limit} offset ${(page - 1) * limit}`,
      values,
    ),
  ]);
  const ids = found.rows.map(({ id }) => id);
  const rows = new Map((await listIndexedRows(db, ids)).map((row) => [row.id, row]));
  const { total } = counted.rows[0]!;
  return {
    games: ids.map((id) => toGame(rows.get(id)!)),
    totalPages: pageCount(total, limit),
    totalGames: total,
    currentPage: page,
  };
}
