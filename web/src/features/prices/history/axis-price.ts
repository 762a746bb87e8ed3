import { formatPrice, type MoneyFormat } from "contract/core/money.ts";

/** A price as short as it can be: `$20`, `$0.80`, `¥12.5K`. */
export function axisPrice(price: number, { currency, locale }: MoneyFormat): string {
  try {
    return new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      ...(price < 1_000
        ? { trailingZeroDisplay: "stripIfInteger" }
        : { notation: "compact", maximumSignificantDigits: 4 }),
    }).format(price);
  } catch {
    return formatPrice(price, { currency, locale });
  }
}
