import type { Conflict } from "./stale-dialog.tsx";

/** The edits with one added; one that equals the original value is removed. */
export function withEdit<Form extends object>(edits: Partial<Form>, base: Form, change: Partial<Form>): Partial<Form> {
  const all = { ...edits, ...change };
  const changed = (Object.keys(all) as (keyof Form)[]).filter((field) => all[field] !== base[field]);
  return Object.fromEntries(changed.map((field) => [field, all[field]])) as Partial<Form>;
}

interface Fields<Form> {
  /** Their names, in display order. */
  names: Record<keyof Form & string, string>;
  /** A value as text. */
  textOf?: ((form: Form, field: keyof Form & string) => string) | undefined;
}

/** Fields that another administrator changed to a different value, in the order of `names`. */
export function conflictsOf<Form extends object>(
  { names, textOf = (form, field) => String(form[field]) }: Fields<Form>,
  edits: Partial<Form>,
  base: Form,
  theirs: Form,
): (Conflict & { field: keyof Form & string })[] {
  return (Object.keys(names) as (keyof Form & string)[])
    .filter((field) => field in edits && ![base[field], edits[field]].includes(theirs[field]))
    .map((field) => ({
      field,
      name: names[field],
      theirs: textOf(theirs, field),
      mine: textOf({ ...base, ...edits }, field),
    }));
}
