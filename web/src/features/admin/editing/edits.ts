import type { Conflict } from "./stale-dialog.tsx";

/** Edited values that differ from the original ones. */
export type Edits<Field extends string> = Partial<Record<Field, string>>;

type Form<Field extends string> = Record<Field, string>;

/** The edits with one added; one that equals the original value is removed. */
export function withEdit<Field extends string>(
  edits: Edits<Field>,
  base: Form<Field>,
  name: Field,
  text: string,
): Edits<Field> {
  const { [name]: _, ...others } = edits;
  return (text === base[name] ? others : { ...others, [name]: text }) as Edits<Field>;
}

/** Fields that another administrator changed to a different value, in the order of `names`. */
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
