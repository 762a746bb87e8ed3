import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import type { FormProblems } from "./form-problems.ts";

/** What was filled in, by the fields' names; a checkbox is there only while it is checked. */
export type FormValues = Readonly<Record<string, string>>;

interface AccountForm {
  /** Finds what is wrong before anything is sent; `null` = nothing. */
  check: (values: FormValues) => FormProblems | null;
  send: (values: FormValues) => Promise<unknown>;
  /** Puts a failed sending into words. */
  explain: (error: unknown) => FormProblems;
}

/**
 * Runs a form: checks it, sends it once, and shows what went wrong, with the focus on the first field concerned,
 * else on the box. The three `…Props` go on the form, its box and its fields, which are the browser's own.
 */
export function useAccountForm({ check, send, explain }: AccountForm) {
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const boxId = useId();
  const [problems, setProblems] = useState<FormProblems | null>(null);
  const [sending, setSending] = useState(false);
  /** Grows with every failure, so that each one moves the focus anew. */
  const [failures, setFailures] = useState(0);

  const fail = (found: FormProblems) => {
    setProblems(found);
    setFailures((times) => times + 1);
  };

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
      fail(explain(error));
    } finally {
      setSending(false);
    }
  };

  return {
    // no password must ever stand in an address, also when the form is sent before the scripts are there
    formProps: { ref: form, onSubmit, noValidate: true, method: "post" } as const,
    boxProps: { ref: box, id: boxId },
    box: problems?.box,
    fieldProps: (name: string) => {
      const inBox = problems?.boxFields?.includes(name);
      return {
        name,
        error: problems?.fields?.[name],
        "aria-invalid": inBox || undefined,
        "aria-describedby": inBox ? boxId : undefined,
      };
    },
    sending,
  };
}
