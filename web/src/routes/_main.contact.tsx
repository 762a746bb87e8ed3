import { createFileRoute } from "@tanstack/react-router";
import { ContactPage } from "../contact/contact-page.tsx";
import { textsOf, useText } from "../content-strings/texts.ts";
import { pageHead } from "../head.ts";

/** What a link may write into the form. */
interface ContactSearch {
  subject?: string | undefined;
  message?: string | undefined;
}

const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);

export const Route = createFileRoute("/_main/contact")({
  // the server renders one page, whatever an address wants to have written in it
  validateSearch: (raw): ContactSearch =>
    import.meta.env.SSR ? {} : { subject: textIn(raw.subject), message: textIn(raw.message) },
  head: ({ match }) => {
    const text = textsOf(match.context.queryClient);
    return pageHead(match.context, {
      title: text("contact.title"),
      description: text("contact.description"),
      path: "/contact",
    });
  },
  component: () => <ContactPage title={useText()("contact.title")} draft={Route.useSearch()} />,
});
