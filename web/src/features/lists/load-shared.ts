import { notFound } from "@tanstack/react-router";
import { ownListTexts } from "contract/content-strings/defaults/personal/lists.ts";
import { sharedImageUrl, sharedPath } from "contract/lists/rules.ts";
import { failedWith } from "../../api/api-error.ts";
import { marketOf } from "../../api/market.ts";
import { textsAt } from "../../api/texts.ts";
import { pageHead } from "../../page/head.ts";
import type { RouterContext } from "../../page/router-context.ts";
import { gamesText } from "./lists-text.ts";
import { sharedListQuery } from "./shared-query.ts";

/**
 * Loads a page of a shared list; returns its head, so that the entry does not need the code for it. Without a list the
 * page is not found (spec/lists 4.4).
 */
export async function loadShared(context: RouterContext, token: string, page = 1) {
  const { queryClient, call, place } = context;
  const { list, total } = await queryClient
    .ensureQueryData(sharedListQuery(call, token, page, place.country))
    .catch((error) => {
      throw failedWith(error, "not_found") ? notFound() : error;
    });
  const text = textsAt(context, ownListTexts);
  const title = page === 1 ? list.name : text("shared.page_title", { title: list.name, page });
  const path = sharedPath(token);
  const head = pageHead(context, {
    title,
    description: list.description || text("shared.description", { name: list.name, games: gamesText(text, total) }),
    path: page === 1 ? path : `${path}?page=${page}`,
    image: sharedImageUrl(token, marketOf(context).country, context.place.language),
    feed: { name: `lists/${token}` },
    noIndex: true,
  });
  // the address is a secret, which no request of the page may leak
  return { ...head, meta: [...head.meta, { name: "referrer", content: "no-referrer" }] };
}
