import { cleanContactForm, findContactProblems } from "contract/contact/rules.ts";
import type { contactTexts } from "contract/content-strings/defaults/contact.ts";
import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { useCall } from "../../api/session.ts";
import type { ReadText } from "../../api/texts.ts";
import { type FormProblems, type FormValues, fieldProblems, useForm, usePostedForm } from "../../page/form.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { Draft } from "./draft.ts";

/**
 * The contact form, which also works without scripts. A server error is shown without its details (spec/contact 1.1).
 */
export function ContactForm({ text, draft }: { text: ReadText<typeof contactTexts>; draft: Draft }) {
  const call = useCall();
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
      await call("POST /api/contact/submit", { body: { ...writtenIn(values), website: values.website, report } });
      setSent(true);
      setMessages((count) => count + 1);
    },
    explain: (error, values) => {
      const tooMany = error instanceof ApiError && error.status === 429;
      return problemsOf(values) ?? { box: text(tooMany ? "contact.too_many" : "contact.failed") };
    },
  });
  return (
    <form {...form.formProps} action="/contact" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
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
    <div aria-hidden className="absolute -left-[9999px]">
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
