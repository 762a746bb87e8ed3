import { z } from "zod";

/** What a manifest may say about tables. Parts of it reach SQL, so only these forms are known; all take linear time. */

const name = /^[\p{L}_][\p{L}\p{N}_$ .-]{0,62}$/u;

/** The name of a table, column or sequence, which SQL gets quoted. */
export const Name = z.string().regex(name, "is not the name of a table or column");

/** A schema, except those of PostgreSQL itself. */
export const SchemaName = Name.refine(
  (schema) => !/^pg_/i.test(schema) && schema.toLowerCase() !== "information_schema",
  "is a schema of PostgreSQL",
);

/** A number of rows or bytes. */
export const Count = z.int().nonnegative();

/** The types that a table of the job queue may have had in other versions; those of the target are known as well. */
const knownTypes = new Set(
  [
    "bigint boolean bytea date integer interval json jsonb numeric real smallint text uuid",
    "character varying|double precision|timestamp with time zone|timestamp without time zone",
    "time with time zone|time without time zone",
  ].flatMap((types) => types.split(types.includes("|") ? "|" : " ")),
);

/** `numeric(10,2)[]` as `numeric`. */
const plainType = (typeName: string) => typeName.replace(/\(\d{1,6}(,\d{1,4})?\)/, "").replace(/(\[\]){1,3}$/, "");

/**
 * A type as `format_type` writes it: one from the list, or one word. Only types of the list and of the target's columns
 * get into a statement.
 */
export const TypeName = z
  .string()
  .max(200)
  .refine(
    (typeName) => knownTypes.has(plainType(typeName)) || /^\w{1,63}(\.\w{1,63})?$/.test(plainType(typeName)),
    "is not the type of a column",
  );

/** Whether a column of a stage may have the type. */
export function isKnownType(typeName: string, ofTarget: ReadonlySet<string>): boolean {
  return ofTarget.has(typeName) || knownTypes.has(plainType(typeName));
}

const value = String.raw`(?:'[^'\\]{0,100}'|-?\d{1,19}|MINVALUE|MAXVALUE|NULL|true|false)`;
const values = String.raw`\(${value}(?:, ${value}){0,99}\)`;
const remainder = String.raw`\(modulus \d{1,9}, remainder \d{1,9}\)`;
// recheck-ignore: built from constants; each repetition begins with a comma, which no value ends with
const bound = new RegExp(`^(?:DEFAULT|FOR VALUES (?:FROM ${values} TO ${values}|IN ${values}|WITH ${remainder}))$`);

/** The bound of a partition as `pg_get_expr` writes it. */
export const Bound = z.string().max(25_000).regex(bound, "is not the bound of a partition");

/** The value of a sequence. */
export const SequenceValue = z
  .string()
  .regex(/^-?\d{1,19}$/, "is not the value of a sequence")
  .nullable();
