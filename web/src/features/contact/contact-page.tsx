import { cleanContactForm, findContactProblems, maxMessageLength, maxSubjectLength } from "contract/contact/rules.ts";
import { contactTexts } from "contract/content-strings/defaults/contact.ts";
import type { ReportedOffer } from "contract/prices/report-schema.ts";
import CircleCheck from "lucide-static/icons/circle-check.svg?react";
import Clock from "lucide-static/icons/clock.svg?react";
import Globe from "lucide-static/icons/globe.svg?react";
import Mail from "lucide-static/icons/mail.svg?react";
import MessagesSquare from "lucide-static/icons/messages-square.svg?react";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { useAddress } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useSite } from "../../api/site.ts";
import { type ReadText, useLanguage, useTextOf } from "../../api/texts.ts";
import { type FormProblems, type FormValues, fieldProblems, useForm, usePostedForm } from "../../page/form.ts";
import { Button } from "../../ui/button.tsx";
import { textLinkStyle } from "../../ui/button-style.ts";
import { ErrorBox } from "../../ui/error-box.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";

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

/**
 * The contact form, which also works without scripts. A server error is shown without its details (spec/contact 1.1).
 */
function ContactForm({ text, draft }: { text: ReadText<typeof contactTexts>; draft: Draft }) {
  const call = useCall();
  const { tag } = useLanguage();
  const [sent, setSent] = useState(usePostedForm()?.outcome === "accepted");
  /** Counts sent messages: each resets the form. */
  const [messages, setMessages] = useState(0);
  const fields = useDraft(draft);
  const problemsOf = (values: FormValues): FormProblems | null => {
    const problems = findContactProblems(cleanContactForm(writtenIn(values)));
    return fieldProblems(
      Object.fromEntries(problems.map(({ path, problem }) => [path, text(`contact.error.${problem}`)])),
    );
  };
  const form = useForm({
    check: (values) => {
      setSent(false);
      return problemsOf(values);
    },
    send: async (values) => {
      // the address describes the first message only
      const report = messages === 0 ? draft.report : undefined;
      const { website } = values;
      await call("POST /api/contact/submit", { body: { ...writtenIn(values), website, report, language: tag } });
      setSent(true);
      setMessages((count) => count + 1);
    },
    explain: (error, values) => {
      const tooMany = error instanceof ApiError && error.status === 429;
      return problemsOf(values) ?? { box: text(tooMany ? "contact.rate_limited" : "contact.failed") };
    },
  });
  return (
    <form
      {...form.formProps}
      action={useAddress()("/contact")}
      className="rounded-lg border border-border bg-raised p-5 sm:p-6"
    >
      <div className="grid gap-5">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        {/* always rendered: screen readers announce changes of its content */}
        <div role="status" className="empty:hidden">
          {sent && (
            <p
              className={
                "flex items-start gap-2.5 rounded-md border border-positive/40 bg-positive-soft px-3.5 py-3 " +
                "text-positive"
              }
            >
              <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
              {text("contact.success")}
            </p>
          )}
        </div>
        <div key={messages} ref={fields} className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...form.fieldProps("name")} label={text("contact.name")} autoComplete="name" required />
            <TextField
              {...form.fieldProps("email")}
              label={text("contact.email")}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              required
            />
          </div>
          <TextField {...form.fieldProps("subject")} label={text("contact.subject")} required />
          <TextArea {...form.fieldProps("message")} label={text("contact.message")} rows={8} required />
          <Trap label={text("contact.trap")} />
          <input type="hidden" name="language" value={tag} />
        </div>
        <Button kind="primary" type="submit" disabled={form.sending} className="sm:justify-self-start">
          {text(form.sending ? "contact.submitting" : "contact.submit")}
        </Button>
      </div>
    </form>
  );
}

/** Fills a draft into empty fields of the referenced element, in the browser only. */
function useDraft({ subject, message }: Draft) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const fill = (name: string, text: string) => {
      const field = area.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
      if (field?.value === "") field.value = text;
    };
    fill("subject", subject);
    fill("message", message);
  }, [subject, message]);
  return area;
}

/** A honeypot for bots. */
function Trap({ label }: { label: string }) {
  return (
    <div aria-hidden className="absolute -start-[9999px]">
      <label>
        {label}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

function writtenIn({ name = "", email = "", subject = "", message = "" }: FormValues) {
  return { name, email, subject, message };
}

/** Other contact options from the site's settings, and what to expect. */
function ContactInfo({ text }: { text: ReadText<typeof contactTexts> }) {
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
      <dd className="ms-8 break-words">{children}</dd>
    </div>
  );
}

/** What an address prefills. */
interface Draft {
  subject: string;
  message: string;
  report: ReportedOffer | undefined;
}

/** Reads the search parameters of an address, which anyone may have written. */
export function readDraft({ subject, message, report }: Readonly<Record<string, unknown>>): Draft {
  return {
    subject: truncate(subject, maxSubjectLength),
    message: truncate(message, maxMessageLength),
    report: readOffer(report),
  };
}

/** The first `maxLength` characters of a text. */
function truncate(text: unknown, maxLength: number): string {
  return typeof text === "string" ? [...text].slice(0, maxLength).join("") : "";
}

/** `12.US.steam`: the offer of a game in a country at a store. */
function readOffer(text: unknown): ReportedOffer | undefined {
  const [, game, country, store] = /^(\d{1,9})\.([A-Z]{2})\.([a-z0-9-]{1,40})$/.exec(String(text)) ?? [];
  return game && country && store ? { game: Number(game), country, store } : undefined;
}
