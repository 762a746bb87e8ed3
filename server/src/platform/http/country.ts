import { invalid } from "contract/core/errors.ts";
import { Country } from "contract/core/parameters.ts";

/** The `language` of a query string; `undefined` unless it is one value. */
export function requestedLanguage({ language }: { language?: unknown }): string | undefined {
  return typeof language === "string" ? language : undefined;
}

/** The `country` of a query string on a route without a contract. Throws `invalid` unless it is a code or absent. */
export function countryOf({ country }: { country?: unknown }): string | undefined {
  const { data, error } = Country.optional().safeParse(country);
  if (error) throw invalid(error.issues.map(({ message }) => ({ path: "country", msg: message })));
  return data;
}
