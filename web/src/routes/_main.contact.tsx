import { createFileRoute } from "@tanstack/react-router";
import { ContactPage } from "../features/contact/contact-page.tsx";
import { textHead } from "../page/head.ts";

/** Values that a link prefills; the page checks them. */
interface ContactSearch {
  subject?: string | undefined;
  message?: string | undefined;
  /** The offer that is reported: game, country and store. */
  report?: string | undefined;
}

export const Route = createFileRoute("/_main/contact")({
  // the server renders one page for all prefilled values
  validateSearch: (raw): ContactSearch => (import.meta.env.SSR ? {} : raw),
  head: ({ match }) => textHead(match.context, "contact"),
  component: () => <ContactPage draft={Route.useSearch()} />,
});
