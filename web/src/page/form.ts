import { useHydrated, useRouter } from "@tanstack/react-router";
import { formTexts } from "contract/content-strings/defaults/form.ts";
import type { PostedForm } from "contract/core/posted-form.ts";
import { type SubmitEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { useTextOf } from "../api/texts.ts";
import { useAction } from "../ui/use-action.ts";
import { releaseForm } from "./early-input.ts";
import { useErrorReader } from "./read-error.ts";

/** The fields of a submitted form by name; a checkbox is present only while checked. */
export type FormValues = Readonly<Record<string, string>>;

/** What is wrong with a form. */
export interface FormProblems {
  /** Shown in the box above the form. */
  box?: string;
  /** Names of the fields that the box refers to. */
  boxFields?: readonly string[];
  /** Messages by field name. */
  fields?: Readonly<Record<string, string>>;
}

interface FormOptions<Values> {
  /** Validates before sending; `null` when valid. */
  check?: ((values: Values) => FormProblems | null) | undefined;
  send: (values: Values) => Promise<unknown>;
  /** Describes a failure. */
  explain: (error: unknown, values: Values) => FormProblems;
  /** Shown from the start, in the box, with the focus. */
  firstProblem?: string | undefined;
}

/**
 * The one way to send a form: validates it, sends it once, and shows what failed, with the focus on the first invalid
 * field or the box; the input stays. The `…Props` go on the form, its box and its fields. On a page that responds to a
 * form sent without scripts, it starts with that result. The browser holds the values; see `useDraftForm`.
 */
export function useForm(options: FormOptions<FormValues>) {
  const posted = usePostedForm();
  const form = useSending(options, posted);
  const refused = posted?.outcome === "accepted" ? undefined : posted?.values;
  const { stateProps, submit, isRefused: _, ...rest } = form;
  return {
    ...rest,
    formProps: {
      ...rest.formProps,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) =>
        submit(event, Object.fromEntries(new FormData(event.currentTarget)) as FormValues),
    },
    fieldProps: (name: string) => ({
      ...stateProps(name),
      ...(refused?.[name] !== undefined && { defaultValue: refused[name] }),
    }),
    checkboxProps: (name: string) => ({
      ...stateProps(name),
      ...(refused?.[name] !== undefined && { defaultChecked: true }),
    }),
  };
}

/** A form whose values are of any type and change what else it shows. Once refused, `check` follows the typing. */
export function useDraftForm<Values extends object>({
  initial,
  ...options
}: FormOptions<Values> & { initial: Values }) {
  const [values, setValues] = useState(initial);
  const { stateProps, submit, isRefused, ...rest } = useSending(options);
  const change = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));
  const found = isRefused ? (options.check?.(values)?.fields ?? {}) : undefined;
  const read = useErrorReader();
  const errorOf = (name: keyof Values & string) => {
    const error = found?.[name];
    return found ? error && read(error) : stateProps(name).error;
  };
  return {
    ...rest,
    values,
    isChanged: values !== initial,
    change,
    formProps: { ...rest.formProps, onSubmit: (event: SubmitEvent<HTMLFormElement>) => submit(event, values) },
    errorOf,
    /** For a field of text. */
    fieldProps: (name: keyof Values & string) => {
      const error = errorOf(name);
      return {
        ...stateProps(name),
        error,
        value: values[name] as string,
        onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value } as Partial<Values>),
      };
    },
  };
}

/** Sends a form once, and holds what is wrong with it. */
function useSending<Values>({ check, send, explain, firstProblem }: FormOptions<Values>, posted?: PostedForm) {
  const text = useTextOf(formTexts);
  const read = useErrorReader();
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const boxId = useId();
  /** The problems that the page was rendered with, without the focus. */
  const [rendered] = useState<FormProblems | undefined>(() => {
    if (posted === undefined || posted.outcome === "accepted") return undefined;
    if (posted.outcome === "needs_script") return { box: text("form.not_sent") };
    const { error, status, code, details } = posted.outcome;
    return explain(
      new ApiError(error, { status, code, serverMessage: error, ...(details && { details }) }),
      // only forms whose values the browser holds work without scripts
      posted.values as Values,
    );
  });
  /** Whether `check` has refused the values last sent. */
  const [isRefused, setRefused] = useState(false);
  const first = firstProblem ? { box: firstProblem } : rendered;
  const { running: sending, failure: problems, run, setFailure } = useAction<FormProblems>(() => undefined, first);

  useLayoutEffect(() => {
    if (form.current) releaseForm(form.current);
  }, []);

  useEffect(() => {
    if (!problems || problems === rendered) return;
    (form.current?.querySelector<HTMLElement>("[aria-invalid=true]") ?? box.current)?.focus();
  }, [problems, rendered]);

  const submit = (event: SubmitEvent<HTMLFormElement>, values: Values) => {
    event.preventDefault();
    if (sending) return;
    const found = check?.(values) ?? null;
    setRefused(found !== null);
    // a new object moves the focus again
    if (found) return setFailure({ ...found });
    void run(
      () => send(values),
      (error) => explain(error, values),
    );
  };
  return {
    // without scripts the browser would put passwords into the address
    formProps: { ref: form, noValidate: true, method: "post" } as const,
    boxProps: { ref: box, id: boxId },
    box: problems?.box && read(problems.box),
    sending,
    isRefused,
    submit,
    stateProps: (name: string) => {
      const inBox = problems?.boxFields?.includes(name);
      const error = problems?.fields?.[name];
      return {
        name,
        error: error && read(error),
        "aria-invalid": inBox || undefined,
        "aria-describedby": inBox ? boxId : undefined,
      };
    },
  };
}

/** The submitted form that the server-rendered page responds to; later pages have none. */
export function usePostedForm(): PostedForm | undefined {
  const { posted } = useRouter().options.context;
  const hydrated = useHydrated();
  return useState(hydrated ? undefined : posted)[0];
}

/** The fields that have problems; `null` when none has. */
export function fieldProblems(found: Readonly<Record<string, string | null | false | undefined>>): FormProblems | null {
  const fields = Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => !!entry[1]));
  return Object.keys(fields).length > 0 ? { fields } : null;
}

/** The message of a failure in the box, and the server's reasons at the fields. */
export function serverProblems(error: unknown, fallback: string): FormProblems {
  if (!(error instanceof ApiError)) return { box: fallback };
  return {
    box: error.serverMessage || fallback,
    fields: Object.fromEntries(error.details.map(({ path, msg }) => [path, msg]).reverse()),
  };
}
