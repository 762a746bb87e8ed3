/** Whether something is in stock by these words, parted by commas; `null` = orderable, but perhaps not in stock. */
const words = new Map<string, boolean | null>([
  ...listed(
    `in stock, on stock, stock, available, in store, limited availability, limited stock, low stock, few left,
    last items, online only, instant delivery, true, yes, y, auf lager, lieferbar, sofort lieferbar, verfügbar,
    en stock, disponible, disponibile, em estoque, dostępny, na skladě, skladem, в наличии, på lager, i lager,
    op voorraad`,
    true,
  ),
  ...listed(
    `out of stock, sold out, unavailable, not available, not in stock, no stock, oos, temporarily out of stock,
    currently unavailable, discontinued, end of life, false, no, n, ausverkauft, nicht auf lager, nicht verfügbar,
    nicht lieferbar, vergriffen, agotado, rupture de stock, en rupture de stock, épuisé, indisponible,
    non disponibile, esaurito, esgotado, indisponível, niedostępny, vyprodáno, нет в наличии, utsolgt, slutsåld,
    uitverkocht`,
    false,
  ),
  ...listed(
    `preorder, pre orders, presale, backorder, on backorder, back ordered, available for order,
    available for preorder, available for backorder, available to order, made to order, special order, orderable,
    on order, on request, reserved, coming soon, in store only, vorbestellbar, vorbestellung, précommande, preventa`,
    null,
  ),
]);

/**
 * Whether a shop has a product in stock, in any usual spelling: `in_stock`, `InStock`, `https://schema.org/InStock`, or
 * a count. `null` = orderable, but perhaps not in stock; `undefined` = not known, or nothing was stated.
 */
export function readAvailability(text: string | undefined): boolean | null | undefined {
  if (text === undefined) return undefined;
  const word = text.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, "");
  if (/^\d{1,9}$/.test(word)) return Number(word) > 0;
  return words.get(keyOf(word));
}

/** The letters alone: shops write blanks, hyphens, underscores or capitals between words. */
function keyOf(text: string): string {
  return text
    .slice(0, 100)
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, "");
}

function listed(list: string, inStock: boolean | null): [string, boolean | null][] {
  return list.split(",").map((word) => [keyOf(word), inStock]);
}
