import { createFileRoute } from "@tanstack/react-router";
import { textsOf } from "../api/texts.ts";
import { PageFailed } from "../features/games/detail/page-failed.tsx";
import { SharedNotFound } from "../features/lists/shared/shared-not-found.tsx";
import { SharedPage } from "../features/lists/shared/shared-page.tsx";
import { pageHead } from "../page/head.ts";

export const Route = createFileRoute("/_main/shared/$token")({
  validateSearch: (raw): { page?: number | undefined } => {
    const page = /^\d{1,9}$/.test(String(raw.page)) ? Number(raw.page) : 1;
    return { page: page > 1 ? page : undefined };
  },
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  async loader({ context, params, deps }) {
    const { loadShared } = await import("../features/lists/shared/load-shared.ts");
    return loadShared(context, params.token, deps.page);
  },
  head: ({ match: { context }, loaderData }) => {
    const title = textsOf(context.queryClient)("lists.title");
    const head = pageHead(context, loaderData ?? { title, description: title, path: "/shared", noIndex: true });
    // the address is a secret, which no request of the page may leak
    return { ...head, meta: [...head.meta, { name: "referrer", content: "no-referrer" }] };
  },
  component: SharedPage,
  notFoundComponent: SharedNotFound,
  errorComponent: (props) => <PageFailed {...props} message="browse.load_failed" />,
});
