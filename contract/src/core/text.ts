import type { ErrorDetail } from "./errors.ts";

/**
 * The text in a Unicode normalization form, in linear time. A letter keeps at most 30 combining marks, as in
 * stream-safe text (UAX #15), because normalization sorts them in quadratic time.
 */
export function normalizeText(text: string, form: "NFC" | "NFKD"): string {
  return text.replace(/([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu, "$1").normalize(form);
}

/**
 * A text without case and accents, for searching and sorting: `Pokémon` and `POKEMON` fold to the same. Full-width
 * forms fold to plain ones; scripts without case are unchanged.
 */
export function foldText(text: string): string {
  return normalizeText(text, "NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
    .normalize("NFC");
}

/** The folded words of a search; a match contains every one of them (spec/games 2.2). */
export function searchWords(search: string): string[] {
  return [...new Set(foldText(search).split(" ").filter(Boolean))];
}

/** What is wrong with any incoming text, or `null`: it must be well-formed Unicode without NUL. */
export function textProblem(text: string): string | null {
  if (!text.isWellFormed()) return "is not well-formed Unicode";
  return text.includes("\0") ? "contains a NUL character" : null;
}

const maxDepth = 64;

/** Problems of all texts in a value, including keys. `path` is the path of the value. */
export function textProblems(value: unknown, path: readonly string[] = []): ErrorDetail[] {
  if (typeof value === "string") return detail(path, textProblem(value));
  if (typeof value !== "object" || value === null) return [];
  if (path.length > maxDepth) return detail(path.slice(0, 2), "is nested too deeply");
  return Object.entries(value).flatMap(([key, inner]) => {
    const keyPath = [...path, key];
    const problem = textProblem(key);
    return problem ? detail(keyPath, problem) : textProblems(inner, keyPath);
  });
}

function detail(path: readonly string[], msg: string | null): ErrorDetail[] {
  const name = path.join(".").toWellFormed().replaceAll("\0", "\ufffd");
  return msg ? [{ path: name || "body", msg }] : [];
}
