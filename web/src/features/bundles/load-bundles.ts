import { notFound } from "@tanstack/react-router";
import { bundleTexts } from "contract/content-strings/defaults/bundle.ts";
import { failedWith } from "../../api/api-error.ts";
import { storesOf } from "../../api/stores.ts";
import { textsAt } from "../../api/texts.ts";
import { pageHead } from "../../page/head.ts";
import type { RouterContext } from "../../page/router-context.ts";
import { gameIdOf } from "../games/game-address.ts";
import { bundleQuery, bundlesQuery } from "./queries.ts";

/** Loads a page of bundles, or one; returns its head, so that the entry does not need the code for it. */
export async function loadBundles(context: RouterContext, idText: string | undefined, page = 1) {
  const { queryClient, call, place } = context;
  const text = textsAt(context, bundleTexts);
  if (idText === undefined) {
    const { total } = await queryClient.ensureQueryData(bundlesQuery(call, page, place.country));
    return pageHead(context, {
      title: text("bundle.title"),
      description: text("bundle.description"),
      path: page === 1 ? "/bundles" : `/bundles?page=${page}`,
      noIndex: total === 0,
      feed: { name: "bundles" },
    });
  }
  const id = gameIdOf(idText);
  if (id === null) throw notFound();
  const bundle = await queryClient.ensureQueryData(bundleQuery(call, id, place.country)).catch((error) => {
    throw failedWith(error, "not_found") ? notFound() : error;
  });
  const store = storesOf(context).storeOf(bundle.store).name;
  return pageHead(context, {
    title: bundle.title,
    description: text("bundle.one_description", { title: bundle.title, store }),
    path: `/bundles/${id}`,
  });
}
