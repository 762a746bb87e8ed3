import { createFileRoute } from "@tanstack/react-router";
import { BundleNotFound, BundlesPage } from "../features/bundles/bundles-page.tsx";
import { PageFailed } from "../features/games/detail/page-failed.tsx";
import { parsePage } from "../page/address-search.ts";

/** All bundles, or one. A single short route, because all visitors load it. */
export const Route = createFileRoute("/_main/bundles/{-$id}")({
  validateSearch: (raw: Record<string, unknown>): { page?: number | undefined } => parsePage(raw),
  loaderDeps: ({ search }) => ({ page: search.page }),
  loader: async ({ context, params, deps }) =>
    (await import("../features/bundles/load-bundles.ts")).loadBundles(context, params.id, deps.page),
  head: ({ loaderData }) => loaderData ?? {},
  component: BundlesPage,
  notFoundComponent: BundleNotFound,
  errorComponent: (props) => <PageFailed {...props} message="status.load_failed" />,
});
