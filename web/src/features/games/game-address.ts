import { notFound } from "@tanstack/react-router";
import type { GameDetail } from "contract/games/schema.ts";
import { socialImageUrl } from "contract/images/variants.ts";
import { failedWith } from "../../api/api-error.ts";
import { marketOf } from "../../api/market.ts";
import { storesOf } from "../../api/stores.ts";
import { textsOf } from "../../api/texts.ts";
import { fullTitle } from "../../page/game-title.tsx";
import { pageHead } from "../../page/head.ts";
import type { RouterContext } from "../../page/router-context.ts";
import { baseGameQuery, dlcOfGameQuery, similarGamesQuery } from "./detail/related-queries.ts";
import { gameQuery } from "./queries.ts";

/** The id in an address; `null` when invalid. */
export function gameIdOf(text: string): number | null {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= 2_147_483_647 ? id : null;
}

interface GameMatch {
  context: RouterContext;
  status: string;
}

/** Options shared by the two routes. The build splits components off only in the route files. */
export const gameRoute = {
  loader: ({ context, params }: { context: RouterContext; params: { id: string } }) => loadGame(context, params.id),
  head: ({ match, params }: { match: GameMatch; params: { id: string } }) => gameHead(match, params.id),
  pendingMs: 250,
};

/** Loads the game. An unknown or malformed id is not found (spec/games 6.4). */
async function loadGame({ queryClient, call, place }: RouterContext, idText: string): Promise<void> {
  const id = gameIdOf(idText);
  if (id === null) throw notFound();
  // the page works without them
  const similar = queryClient.prefetchQuery(similarGamesQuery(call, id, place.country));
  let game: GameDetail;
  try {
    game = await queryClient.ensureQueryData(gameQuery(call, id, place.country));
  } catch (error) {
    throw failedWith(error, "not_found") ? notFound() : error;
  }
  if (!import.meta.env.SSR) return;
  if (game.parent_id !== null) await queryClient.prefetchQuery(baseGameQuery(call, game.parent_id, place.country));
  await Promise.all([similar, queryClient.prefetchQuery(dlcOfGameQuery(call, id, place.country))]);
}

/** The head of a game's page. `/games/{id}` is the canonical address of both routes. */
function gameHead({ context, status }: GameMatch, idText: string) {
  const id = gameIdOf(idText) ?? 0;
  const game = context.queryClient.getQueryData(gameQuery(context.call, id, context.place.country).queryKey);
  const text = textsOf(context);
  if (!game) {
    const title = text(status === "error" ? "game.load_failed" : "game.not_found");
    return pageHead(context, { title, description: title, path: `/games/${idText}`, noIndex: true });
  }
  const title = fullTitle(game);
  const offer = game.best_store && {
    title,
    price: marketOf(context).money.formatOrFree(game.best_price),
    store: storesOf(context).storeOf(game.best_store).name,
  };
  return pageHead(context, {
    title,
    description: offer ? text("game.description_priced", offer) : text("game.description_plain", { title }),
    path: `/games/${id}`,
    image: socialImageUrl(id, marketOf(context).country, context.place.language),
    type: "product",
    isEmbeddable: true,
    noIndex: game.explicit,
  });
}
