import { useHydrated, useRouter } from "@tanstack/react-router";
import { formTexts } from "contract/content-strings/defaults/form.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import { type SubmitEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { useTextOf } from "../../api/texts.ts";
import { releaseForm } from "../../page/early-input.ts";
import type { FormProblems } from "./form-problems.ts";

/** Values by field name; a checkbox is present only while checked. */
export type FormValues = Readonly<Record<string, string>>;

interface AccountForm {
  /** Validates before sending; `null` when valid. */
  check: (values: FormValues) => FormProblems | null;
  send: (values: FormValues) => Promise<unknown>;
  /** Describes a failure. */
  explain: (error: unknown, values: FormValues) => FormProblems;
  /** Shown from the start, in the box, with the focus. */
  firstProblem?: string | undefined;
}

/**
 * Validates a form, sends it once, and shows what failed, with the focus on the first invalid field or the box. The
 * `…Props` go on the form, its box and its fields. On a page that responds to a form sent without scripts, it starts
 * with that result.
 */
export function useAccountForm({ check, send, explain, firstProblem }: AccountForm) {
  const text = useTextOf(formTexts);
  const posted = usePostedForm();
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const boxId = useId();
  const [problems, setProblems] = useState<FormProblems | null>(() => {
    if (firstProblem) return { box: firstProblem };
    if (posted === undefined || posted.outcome === "accepted") return null;
    if (posted.outcome === "needs_script") return { box: text("form.not_sent") };
    const { error, status, code, details } = posted.outcome;
    return explain(
      new ApiError(error, { status, code, serverMessage: error, ...(details && { details }) }),
      posted.values,
    );
  });
  const [sending, setSending] = useState(false);
  /** Counts failures, so that each moves the focus. */
  const [failures, setFailures] = useState(firstProblem ? 1 : 0);

  const fail = (found: FormProblems) => {
    setProblems(found);
    setFailures((times) => times + 1);
  };

  useLayoutEffect(() => {
    if (form.current) releaseForm(form.current);
  }, []);

  useEffect(() => {
    if (failures === 0) return;
    (form.current?.querySelector<HTMLElement>("[aria-invalid=true]") ?? box.current)?.focus();
  }, [failures]);

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const values = Object.fromEntries(new FormData(event.currentTarget)) as FormValues;
    const found = check(values);
    if (found) return fail(found);
    setProblems(null);
    setSending(true);
    try {
      await send(values);
    } catch (error) {
      fail(explain(error, values));
    } finally {
      setSending(false);
    }
  };

  const stateProps = (name: string) => {
    const inBox = problems?.boxFields?.includes(name);
    return {
      name,
      error: problems?.fields?.[name],
      "aria-invalid": inBox || undefined,
      "aria-describedby": inBox ? boxId : undefined,
    };
  };
  const refused = posted?.outcome === "accepted" ? undefined : posted?.values;
  return {
    // without scripts the browser would put passwords into the address
    formProps: { ref: form, onSubmit, noValidate: true, method: "post" } as const,
    boxProps: { ref: box, id: boxId },
    box: problems?.box,
    fieldProps: (name: string) => ({
      ...stateProps(name),
      ...(refused?.[name] !== undefined && { defaultValue: refused[name] }),
    }),
    checkboxProps: (name: string) => ({
      ...stateProps(name),
      ...(refused?.[name] !== undefined && { defaultChecked: true }),
    }),
    sending,
  };
}

/** The submitted form that the server-rendered page responds to; later pages have none. */
export function usePostedForm(): PostedForm | undefined {
  const { posted } = useRouter().options.context;
  const hydrated = useHydrated();
  return useState(hydrated ? undefined : posted)[0];
}
