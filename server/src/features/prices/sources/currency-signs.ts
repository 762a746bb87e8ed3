/**
 * The signs of currencies in feeds, with the currencies that they may stand for.
 */
const signs = new Map<string, readonly string[]>([
  ["US$", ["USD"]],
  ["US", ["USD"]],
  ["CA$", ["CAD"]],
  ["C$", ["CAD"]],
  ["CDN$", ["CAD"]],
  ["A$", ["AUD"]],
  ["AU$", ["AUD"]],
  ["NZ$", ["NZD"]],
  ["HK$", ["HKD"]],
  ["NT$", ["TWD"]],
  ["S$", ["SGD"]],
  ["SG$", ["SGD"]],
  ["MX$", ["MXN"]],
  ["Mex$", ["MXN"]],
  ["AR$", ["ARS"]],
  ["CLP$", ["CLP"]],
  ["COP$", ["COP"]],
  ["R$", ["BRL"]],
  ["S/", ["PEN"]],
  ["S/.", ["PEN"]],
  ["Fr", ["CHF"]],
  ["Fr.", ["CHF"]],
  ["SFr.", ["CHF"]],
  ["RM", ["MYR"]],
  ["Rp", ["IDR"]],
  ["Rp.", ["IDR"]],
  ["Rs", ["INR", "PKR", "LKR", "NPR"]],
  ["Rs.", ["INR", "PKR", "LKR", "NPR"]],
  ["₨", ["PKR", "INR", "LKR", "NPR"]],
  ["TL", ["TRY"]],
  ["руб", ["RUB"]],
  ["руб.", ["RUB"]],
  ["р.", ["RUB"]],
  ["грн", ["UAH"]],
  ["грн.", ["UAH"]],
  ["тг", ["KZT"]],
  ["лв", ["BGN"]],
  ["лв.", ["BGN"]],
  ["lei", ["RON"]],
  ["円", ["JPY"]],
  ["元", ["CNY"]],
  ["원", ["KRW"]],
  ["đ", ["VND"]],
  ["€", ["EUR"]],
  ["£", ["GBP"]],
  ["₹", ["INR"]],
  ["₩", ["KRW"]],
  ["￦", ["KRW"]],
  ["₽", ["RUB"]],
  ["₴", ["UAH"]],
  ["₸", ["KZT"]],
  ["₺", ["TRY"]],
  ["₪", ["ILS"]],
  ["₫", ["VND"]],
  ["₱", ["PHP"]],
  ["฿", ["THB"]],
  ["₡", ["CRC"]],
  ["zł", ["PLN"]],
  ["Kč", ["CZK"]],
  ["Ft", ["HUF"]],
  ["¥", ["JPY", "CNY"]],
  ["￥", ["JPY", "CNY"]],
  ["$", ["USD", "ARS", "AUD", "CAD", "CLP", "COP", "HKD", "MXN", "NZD", "SGD", "TWD", "UYU"]],
  ["kr", ["DKK", "ISK", "NOK", "SEK"]],
  ["kr.", ["DKK", "ISK", "NOK", "SEK"]],
  ["Kr", ["DKK", "ISK", "NOK", "SEK"]],
]);

/** Signs shared by too many currencies to identify one. */
const ambiguousSigns = new Set(["$", "kr", "kr.", "Kr", "Rs", "Rs.", "₨"]);

export function isSign(text: string): boolean {
  return signs.has(text) || /^\p{Sc}$/u.test(text);
}

/** The currency of a sign when one is expected; `null` = it may be that one or others. */
export function currencyOfSign(sign: string, expected: string): string | null {
  const [first = "", ...others] = signs.get(sign) ?? [];
  if (first !== expected && !others.includes(expected)) return first || sign;
  return ambiguousSigns.has(sign) ? null : expected;
}
