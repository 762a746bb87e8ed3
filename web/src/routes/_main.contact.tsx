import { createFileRoute } from "@tanstack/react-router";
import { ContactPage } from "../contact/contact-page.tsx";
import { textsOf, useText } from "../content-strings/texts.ts";
import { pageHead } from "../head.ts";

export const Route = createFileRoute("/_main/contact")({
  head: ({ match }) => {
    const text = textsOf(match.context.queryClient);
    return pageHead(match.context, {
      title: text("contact.title"),
      description: text("contact.description"),
      path: "/contact",
    });
  },
  component: () => <ContactPage title={useText()("contact.title")} />,
});
