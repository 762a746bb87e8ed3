import { notFound } from "@tanstack/react-router";
import { imageUrl } from "contract/images/variants.ts";
import { formatPriceOrFree } from "contract/money.ts";
import { storeOf } from "contract/stores.ts";
import { failedWith } from "../api-error.ts";
import { textsOf } from "../content-strings/texts.ts";
import { pageHead } from "../head.ts";
import { ensureAnswer } from "../query.ts";
import type { RouterContext } from "../router.ts";
import { gameIdOf } from "./game-id.ts";
import { gameQuery } from "./queries.ts";

/** Loads the game of an address. An unknown or malformed id is a page that does not exist (spec/games 6.4). */
export async function loadGame({ queryClient, call }: RouterContext, idText: string): Promise<void> {
  const id = gameIdOf(idText);
  if (id === null) throw notFound();
  try {
    await ensureAnswer(queryClient, gameQuery(call, id));
  } catch (error) {
    throw failedWith(error, "not_found") ? notFound() : error;
  }
}

/** The head of a game's page; both of its addresses name `/games/{id}` as the true one. */
export function gameHead({ context, status }: { context: RouterContext; status: string }, idText: string) {
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
