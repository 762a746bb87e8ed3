/** The language of the texts in the code, to which every text without a translation falls back. */
export const sourceLanguage = "en";

/** The categories of plurals (CLDR); each language uses some of them. */
export const pluralCategories = ["zero", "one", "two", "few", "many", "other"] as const;
export type PluralCategory = (typeof pluralCategories)[number];

const dayParts = { year: "numeric", month: "short", day: "numeric" } as const;
// 24 hours in English: ICU versions put different spaces before `PM`
const clockParts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How a language writes numbers, dates and lists, and which plurals it has. */
export interface Language {
  /** A BCP 47 tag, such as `pt-BR`. */
  tag: string;
  /** The category of a number. */
  plural(count: number): PluralCategory;
  /** `1,234` */
  count(count: number): string;
  /** A number with one decimal, `8.7`. */
  decimal(number: number): string;
  /** `1,234,567` as `1.2M`, `15,500` as `15.5K`, `15,000` as `15K` (spec/games 1.4). */
  compact(count: number): string;
  /** `12%` of a number in percent. */
  percent(percent: number): string;
  /** `−60%` of a discount in percent. */
  discount(percent: number): string;
  /** `Nov 1, 2000` for an ISO 8601 date or time, in UTC: the same on the server and in every browser. */
  date(iso: string): string;
  /** `Nov 1, 2000, 15:04 UTC` for an ISO 8601 time, the same everywhere. */
  time(iso: string): string;
  /** `5 minutes ago`, `3 hours ago`, `1 day ago`, up to a month; then the date. `now` in milliseconds. */
  age(iso: string, now: number): string;
  /** `19:00` for an ISO 8601 time, in the reader's time zone. */
  clock(iso: string): string;
  /** `Tue, 19:00` for an ISO 8601 time, in the reader's time zone. */
  weekday(iso: string): string;
  /** `Nov 1` for a time in milliseconds, in UTC. */
  day(time: number): string;
  /** `Nov 2000` for a time in milliseconds, in UTC. */
  month(time: number): string;
  /** `12 months` */
  months(count: number): string;
  /** `GOG, Steam, and Epic` */
  list(items: readonly string[]): string;
  /** Between items without a sentence around them: `Action, RPG`. */
  readonly separator: string;
  /** The name of a country by its code. */
  country(code: string): string;
}

const languages = new Map<string, Language>();

/** A language by its tag. One that the runtime does not know writes as English does. */
export function languageOf(tag: string): Language {
  let language = languages.get(tag);
  if (language === undefined) {
    language = createLanguage(tag);
    languages.set(tag, language);
  }
  return language;
}

function createLanguage(tag: string): Language {
  const locale = tag === sourceLanguage || !isKnown(tag) ? "en-US" : tag;
  // made when first used: each costs up to a millisecond
  const plurals = once(() => new Intl.PluralRules(locale));
  const counts = once(() => new Intl.NumberFormat(locale));
  const decimals = once(() => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
  const compacts = once(() => new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }));
  const percents = once(() => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }));
  const days = once(() => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...dayParts }));
  const times = once(
    () => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...dayParts, ...clockParts, timeZoneName: "short" }),
  );
  const clocks = once(() => new Intl.DateTimeFormat(locale, clockParts));
  const weekdays = once(() => new Intl.DateTimeFormat(locale, { weekday: "short", ...clockParts }));
  const daysOfYear = once(() => new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "short", day: "numeric" }));
  const months = once(() => new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "short", year: "numeric" }));
  const durations = once(() => new Intl.NumberFormat(locale, { style: "unit", unit: "month", unitDisplay: "long" }));
  const ages = once(() => new Intl.RelativeTimeFormat(locale));
  const lists = once(() => new Intl.ListFormat(locale));
  const separator = once(() => separatorIn(locale));
  const countries = once(() => new Intl.DisplayNames(locale, { type: "region" }));
  // by their codes: writing one takes as long as fifty numbers
  const countryNames = new Map<string, string>();
  const date = (iso: string) => days().format(new Date(iso));
  return {
    tag,
    plural: (count) => plurals().select(count),
    count: (count) => counts().format(count),
    decimal: (number) => decimals().format(number),
    compact: locale === "en-US" ? compactEnglish : (count) => compacts().format(count),
    discount: (percent) =>
      percents()
        .format(-percent / 100)
        .replace("-", "−"),
    percent: (percent) => percents().format(percent / 100),
    date,
    time: (iso) => times().format(new Date(iso)),
    age(iso, now) {
      const age = now - Date.parse(iso);
      if (age > 30 * dayMs) return date(iso);
      if (age >= dayMs) return ages().format(-Math.floor(age / dayMs), "day");
      if (age >= hourMs) return ages().format(-Math.floor(age / hourMs), "hour");
      // at least a minute: a clock that runs behind would show a time in the future
      return ages().format(-Math.max(1, Math.floor(age / minuteMs)), "minute");
    },
    clock: (iso) => clocks().format(new Date(iso)),
    weekday: (iso) => weekdays().format(new Date(iso)),
    day: (time) => daysOfYear().format(time),
    month: (time) => months().format(time),
    months: (count) => durations().format(count),
    list: (items) => lists().format(items),
    get separator() {
      return separator();
    },
    country(code) {
      const name = countryNames.get(code) ?? countries().of(code) ?? code;
      countryNames.set(code, name);
      return name;
    },
  };
}

const separators: Readonly<Record<string, string>> = { Arab: "، ", Jpan: "、", Hans: "、", Hant: "、" };

/** What a language puts between items. `Intl.ListFormat` always has an `and` in some languages. */
function separatorIn(locale: string): string {
  return separators[new Intl.Locale(locale).maximize().script ?? ""] ?? ", ";
}

function compactEnglish(count: number): string {
  // 999,950 and more would be formatted as 1000.0K
  if (count >= 999_950) return `${(count / 1_000_000).toFixed(1)}M`;
  if (count >= 1_000) return `${(count / 1_000).toFixed(1).replace(/\.0$/, "")}K`;
  return String(count);
}

function isKnown(tag: string): boolean {
  try {
    return Intl.PluralRules.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** English, in which the panel is written. */
export const english: Language = languageOf(sourceLanguage);
