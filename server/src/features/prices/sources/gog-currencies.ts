/** The currencies in which GOG charges, by country; elsewhere it charges in US dollars. */
const byCurrency: Record<string, readonly string[]> = {
  AUD: ["AU"],
  BRL: ["BR"],
  CAD: ["CA"],
  CNY: ["CN"],
  EUR: ["AT", "BE", "CH", "CZ", "DE", "DK", "ES", "FI", "FR", "GR", "HU", "IE", "IT", "NL", "NO", "PT", "RO", "SE"],
  GBP: ["GB"],
  PLN: ["PL"],
};

const byCountry = new Map(
  Object.entries(byCurrency).flatMap(([currency, countries]) => countries.map((country) => [country, currency])),
);

/** The currency in which GOG charges in a country. */
export function gogCurrency(country: string): string {
  return byCountry.get(country) ?? "USD";
}
