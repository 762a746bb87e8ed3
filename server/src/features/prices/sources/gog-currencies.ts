/** The currencies that GOG charges in besides US dollars, by country; it asks dollars of everybody else. */
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

/** What GOG charges in there. */
export function gogCurrency(country: string): string {
  return byCountry.get(country) ?? "USD";
}
