const countryKey = "country";

/** The visitor's choice: a country, empty for the default market; `null` before there is one. */
function storedChoice(): string | null {
  try {
    return localStorage.getItem(countryKey);
  } catch {
    return null;
  }
}

/** The country of pages whose address names none; `undefined` for the default market. */
export function rememberedCountry(): string | undefined {
  return storedChoice() || undefined;
}

/** Whether the visitor has chosen a market or confirmed the one shown. */
export function hasChosenCountry(): boolean {
  return storedChoice() !== null;
}

/** Remembers a choice; `undefined` for the default market. */
export function rememberCountry(country: string | undefined): void {
  try {
    localStorage.setItem(countryKey, country ?? "");
  } catch {}
}
