import type { contactTexts } from "contract/content-strings/defaults/contact.ts";
import Clock from "lucide-react/icons/clock";
import Globe from "lucide-react/icons/globe";
import Mail from "lucide-react/icons/mail";
import MessagesSquare from "lucide-react/icons/messages-square";
import type { ComponentType, ReactNode } from "react";
import { useSite } from "../../api/site.ts";
import type { ReadText } from "../../api/texts.ts";
import { textLinkStyle } from "../accounts/text-link-style.ts";

/** Other contact options from the site's settings, and what to expect. */
export function ContactInfo({ text }: { text: ReadText<typeof contactTexts> }) {
  const site = useSite();
  return (
    <section aria-labelledby="contact-info">
      <h2 id="contact-info" className="text-lg">
        {text("contact.info.title")}
      </h2>
      <dl className="mt-4 grid gap-5">
        {site.contact_email && (
          <Fact icon={Mail} name={text("contact.info.email_title")}>
            <a href={`mailto:${site.contact_email}`} className={textLinkStyle}>
              {site.contact_email}
            </a>
          </Fact>
        )}
        <Fact icon={Clock} name={text("contact.info.response_title")}>
          {text("contact.info.response_text")}
        </Fact>
        <Fact icon={Globe} name={text("contact.info.service_title")}>
          {text("contact.info.service_text")}
        </Fact>
        {site.chat_url && (
          <Fact icon={MessagesSquare} name={text("contact.info.chat_title")}>
            <a href={site.chat_url} target="_blank" rel="noopener" className={textLinkStyle}>
              {text("contact.info.chat_text")}
            </a>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({
  icon: Icon,
  name,
  children,
}: {
  icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
  name: string;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="flex items-center gap-3 text-sm text-muted">
        <Icon aria-hidden className="size-5 shrink-0" />
        {name}
      </dt>
      <dd className="ml-8 break-words">{children}</dd>
    </div>
  );
}
