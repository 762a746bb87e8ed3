// sql-baseline.ts <connection as JSON>: serves the site's `GET /api/games` on PORT with straightforward SQL.
import fastifyCompress from "@fastify/compress";
import { usDollar } from "contract/core/money.ts";
import { pageCount } from "contract/core/pagination.ts";
import { gameEndpoints } from "contract/games/api.ts";
import { firstCountry } from "contract/markets/regions.ts";
import Fastify from "fastify";
import { toGame } from "../server/src/features/games/present.ts";
import { prepareReadDetails, readChangedRows } from "../server/src/features/games/queries.ts";
import { parseFacts } from "../server/src/features/games/read-model/records.ts";
import { noPrices } from "../server/src/features/games/read-model/rows.ts";
import { type Connection, connect } from "../server/src/platform/db/connect.ts";
import { countFacetsBySql, findBySql } from "../server/src/test/list-sql.ts";

const { db } = connect(JSON.parse(process.argv[2]!) as Connection, console.error);
const readDetails = prepareReadDetails(db);
const app = Fastify();
await app.register(fastifyCompress, { threshold: 1024, encodings: ["br", "gzip"] });
app.get("/api/games", ({ query }) => listGames(query));
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });

async function listGames(parameters: unknown) {
  const { library: _, ...query } = gameEndpoints.listGames.query.parse(parameters);
  const { page, limit, sortBy: sort = query.search ? "relevance" : "rating" } = query;
  const criteria = { ...query, sort, showExplicit: false, offset: (page - 1) * limit };
  const [{ ids, total }, facets] = await Promise.all([
    findBySql(db, criteria),
    query.facets ? countFacetsBySql(db, criteria) : undefined,
  ]);
  const [{ games }, details] = await Promise.all([readChangedRows(db, ids, []), readDetails(firstCountry, ids, false)]);
  const pricesOf = new Map(details.map(({ gameId, prices }) => [gameId, prices]));
  const factsOf = new Map(games.map(({ id, record }) => [id, parseFacts(record)]));
  return {
    games: ids.map((id) =>
      toGame({ ...factsOf.get(id)!, ...(pricesOf.get(id) ?? noPrices) }, { currency: usDollar }, Date.now()),
    ),
    totalPages: pageCount(total, limit),
    totalGames: total,
    currentPage: page,
    facets,
  };
}
