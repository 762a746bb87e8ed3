import { createFileRoute } from "@tanstack/react-router";
import { LegalPage } from "../features/legal/legal-page.tsx";
import { textHead } from "../page/head.ts";

export const Route = createFileRoute("/_main/privacy")({
  head: ({ match }) => textHead(match.context, "privacy"),
  component: () => <LegalPage page="privacy" />,
});
