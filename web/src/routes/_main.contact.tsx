import { createFileRoute } from "@tanstack/react-router";
import { ContactPage } from "../features/contact/contact-page.tsx";
import { textHead } from "../page/head.ts";

/** Values that a link prefills. */
interface ContactSearch {
  subject?: string | undefined;
  message?: string | undefined;
}

const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);

export const Route = createFileRoute("/_main/contact")({
  // the server renders one page, whatever an address wants to have written in it
  validateSearch: (raw): ContactSearch =>
    import.meta.env.SSR ? {} : { subject: textIn(raw.subject), message: textIn(raw.message) },
  head: ({ match }) => textHead(match.context, "contact"),
  component: () => <ContactPage draft={Route.useSearch()} />,
});
