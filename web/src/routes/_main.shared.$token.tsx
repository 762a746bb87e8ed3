import { createFileRoute } from "@tanstack/react-router";
import { PageFailed } from "../features/games/detail/page-failed.tsx";
import { SharedNotFound, SharedPage } from "../features/lists/shared-page.tsx";
import { parsePage } from "../page/address-search.ts";

export const Route = createFileRoute("/_main/shared/$token")({
  validateSearch: parsePage,
  loaderDeps: ({ search }) => ({ page: search.page }),
  loader: async ({ context, params, deps }) =>
    (await import("../features/lists/load-shared.ts")).loadShared(context, params.token, deps.page),
  head: ({ loaderData }) => loaderData ?? {},
  component: SharedPage,
  notFoundComponent: SharedNotFound,
  errorComponent: (props) => <PageFailed {...props} message="status.load_failed" />,
});
