import type { Conflict } from "./stale-dialog.tsx";

/** What was typed into fields, where it differs from what was there. */
export type Edits<Field extends string> = Partial<Record<Field, string>>;

type Form<Field extends string> = Record<Field, string>;

/** The edits with another one; one that leaves the field as it was is none. */
export function withEdit<Field extends string>(
  edits: Edits<Field>,
  base: Form<Field>,
  name: Field,
  text: string,
): Edits<Field> {
  const { [name]: _, ...others } = edits;
  return (text === base[name] ? others : { ...others, [name]: text }) as Edits<Field>;
}

/** Fields that were edited here and, differently, by someone else, in the order of their names. */
export function conflictsOf<Field extends string>(
  names: Record<Field, string>,
  edits: Edits<Field>,
  base: Form<Field>,
  theirs: Form<Field>,
): (Conflict & { field: Field })[] {
  return (Object.keys(names) as Field[])
    .filter((field) => field in edits && ![base[field], edits[field]].includes(theirs[field]))
    .map((field) => ({ field, name: names[field], theirs: theirs[field], mine: edits[field]! }));
}
