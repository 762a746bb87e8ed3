import { createFileRoute } from "@tanstack/react-router";
import { LegalPage } from "../features/legal/legal-page.tsx";
import { textHead } from "../page/head.ts";

export const Route = createFileRoute("/_main/terms")({
  head: ({ match }) => textHead(match.context, "terms"),
  component: () => <LegalPage page="terms" />,
});
