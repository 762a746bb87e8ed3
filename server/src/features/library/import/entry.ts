import type { ImportFormat, ImportTarget } from "contract/library/rules.ts";

/** A game as a file, a list or Steam names it. */
export interface ImportEntry {
  title: string | null;
  steamAppid: number | null;
  /** The id that another store has for it. */
  product: { store: string; id: string } | null;
  /** Its page at a store. */
  link: string | null;
  /** The platform as the file spells it. */
  platform: string | null;
  /** Of its release. */
  year: number | null;
  as: ImportTarget;
  addedAt: Date | null;
}

/** The parsed games with their format. */
export interface ReadImport {
  format: ImportFormat;
  entries: ImportEntry[];
  /** Whether the text or the user says what the games are; otherwise they are listed as owned until the user does. */
  isDecided: boolean;
}

/** Whether a normalized name of a column or field is one of platforms. */
export function isPlatformName(name: string): boolean {
  return /platform|plattform|plateforme|piattaforma|plataforma|system|konsole|console|device|hardware|machine/.test(
    name,
  );
}

/** An entry in which all other fields are `null`. */
export function entryOf(fields: Partial<ImportEntry> & Pick<ImportEntry, "as">): ImportEntry {
  return {
    title: null,
    steamAppid: null,
    product: null,
    link: null,
    platform: null,
    year: null,
    addedAt: null,
    ...fields,
  };
}

/** Longer texts are not titles. */
const maxTitleLength = 300;

/** The text as a title, or `null`. */
export function titleOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const title = value
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return title === "" || title.length > maxTitleLength ? null : title;
}

/** A Steam appid, as a number or in digits. */
export function appidOf(value: unknown): number | null {
  const number = typeof value === "string" && /^\d{1,10}$/.test(value.trim()) ? Number(value) : value;
  const isAppid = typeof number === "number" && Number.isInteger(number) && number > 0 && number < 2 ** 31;
  return isAppid ? number : null;
}

/** A time in seconds since 1970 or as ISO 8601. Localized dates are ambiguous. */
export function timeOf(value: unknown): Date | null {
  const isIso = typeof value === "string" && /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/.test(value);
  const seconds = typeof value === "string" && /^\d{9,10}$/.test(value) ? Number(value) : value;
  const time = isIso ? new Date(value) : typeof seconds === "number" ? new Date(seconds * 1_000) : null;
  const isPlausible = time !== null && time.getTime() > firstTime && time.getTime() < lastTime;
  return isPlausible ? time : null;
}

const firstTime = Date.UTC(1990, 0);
const lastTime = Date.UTC(2100, 0);

/** The year at the beginning of an ISO date. */
export function releaseYearOf(value: unknown): number | null {
  const year = typeof value === "string" ? /^(19[7-9]\d|20\d\d)(-|$)/.exec(value)?.[1] : undefined;
  return year === undefined ? null : Number(year);
}
