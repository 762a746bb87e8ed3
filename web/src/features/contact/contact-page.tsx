import { contactTexts } from "contract/content-strings/defaults/contact.ts";
import { useTextOf } from "../../api/texts.ts";
import { ContactForm } from "./contact-form.tsx";
import { ContactInfo } from "./contact-info.tsx";
import { readDraft } from "./draft.ts";

/** Where any visitor can write to the site's operators (spec/contact 1). */
export function ContactPage({ draft }: { draft: object }) {
  const text = useTextOf(contactTexts);
  return (
    <div className="page-width py-6 sm:py-10">
      <div className="mx-auto max-w-5xl">
        <h1 className="text-xl sm:text-2xl">{text("contact.title")}</h1>
        <p className="mt-3 text-md text-muted">{text("contact.intro")}</p>
        <div className="mt-8 grid items-start gap-x-10 gap-y-8 md:grid-cols-[minmax(0,1fr)_18rem]">
          <ContactForm text={text} draft={readDraft({ ...draft })} />
          <ContactInfo text={text} />
        </div>
      </div>
    </div>
  );
}
