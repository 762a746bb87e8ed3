import { notFound } from "@tanstack/react-router";
import { formatPriceOrFree } from "contract/core/money.ts";
import { imageUrl } from "contract/images/variants.ts";
import { storeOf } from "contract/stores.ts";
import { failedWith } from "../../api/api-error.ts";
import { textsOf } from "../../api/texts.ts";
import { pageHead } from "../../page/head.ts";
import type { RouterContext } from "../../page/router-context.ts";
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
async function loadGame({ queryClient, call }: RouterContext, idText: string): Promise<void> {
  const id = gameIdOf(idText);
  if (id === null) throw notFound();
  try {
    await queryClient.ensureQueryData(gameQuery(call, id));
  } catch (error) {
    throw failedWith(error, "not_found") ? notFound() : error;
  }
}

/** The head of a game's page. `/games/{id}` is the canonical address of both routes. */
function gameHead({ context, status }: GameMatch, idText: string) {
  const id = gameIdOf(idText) ?? 0;
  const game = context.queryClient.getQueryData(gameQuery(context.call, id).queryKey);
  const text = textsOf(context.queryClient);
  if (!game) {
    const title = text(status === "error" ? "game.load_failed" : "game.not_found");
    return pageHead(context, { title, description: title, path: `/games/${idText}`, noIndex: true });
  }
  const offer = game.best_store && {
    title: game.title,
    price: formatPriceOrFree(game.best_price),
    store: storeOf(game.best_store).name,
  };
  return pageHead(context, {
    title: game.title,
    description: offer ? text("game.description_priced", offer) : text("game.description_plain", { title: game.title }),
    path: `/games/${id}`,
    image: imageUrl(id, "landscape", 920),
    type: "product",
    noIndex: game.explicit,
  });
}
