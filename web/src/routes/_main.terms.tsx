import { createFileRoute } from "@tanstack/react-router";
import { textsOf, useText } from "../content-strings/texts.ts";
import { pageHead } from "../head.ts";
import { LegalPage } from "../legal/legal-page.tsx";

export const Route = createFileRoute("/_main/terms")({
  head: ({ match }) => {
    const text = textsOf(match.context.queryClient);
    return pageHead(match.context, {
      title: text("terms.title"),
      description: text("terms.description"),
      path: "/terms",
    });
  },
  component: () => <LegalPage page="terms" title={useText()("terms.title")} />,
});
