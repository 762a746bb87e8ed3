import { createFileRoute } from "@tanstack/react-router";
import { textsOf, useText } from "../content-strings/texts.ts";
import { pageHead } from "../head.ts";
import { LegalPage } from "../legal/legal-page.tsx";

export const Route = createFileRoute("/_main/privacy")({
  head: ({ match }) => {
    const text = textsOf(match.context.queryClient);
    return pageHead(match.context, {
      title: text("privacy.title"),
      description: text("privacy.description"),
      path: "/privacy",
    });
  },
  component: () => <LegalPage page="privacy" title={useText()("privacy.title")} />,
});
