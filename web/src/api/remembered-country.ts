const countryKey = "country";
/** Holds the prefix of the chosen place, if its language is not the site's own. */
export const placeKey = "place";

const languageKey = "languageChosen";

/** The visitor's choice: a country, empty for the default market; `null` before there is one. */
const storedChoice = () => stored(countryKey);

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The country of pages whose address names none; `undefined` for the default market. */
export function rememberedCountry(): string | undefined {
  return storedChoice() || undefined;
}

/** What the addresses of the chosen place begin with; `null` if its language is the site's own. */
export function rememberedPrefix(): string | null {
  return stored(placeKey);
}

/** Whether the visitor has chosen a market or confirmed the one shown. */
export function hasChosenCountry(): boolean {
  return storedChoice() !== null;
}

/** Whether the visitor has chosen a language or confirmed the one shown. */
export function hasChosenLanguage(): boolean {
  return stored(languageKey) !== null;
}

export function rememberLanguageChosen(): void {
  try {
    localStorage.setItem(languageKey, "");
  } catch {}
}

/**
 * Remembers a choice; `undefined` for the default market, `null` if no market was chosen. `prefix` if its language is
 * not the site's own.
 */
export function rememberPlace(country: string | null | undefined, prefix: string | null): void {
  try {
    if (country !== null) localStorage.setItem(countryKey, country ?? "");
    if (prefix === null) localStorage.removeItem(placeKey);
    else localStorage.setItem(placeKey, prefix);
  } catch {}
}
