import { formatPrice, moneyFormat } from "contract/core/money.ts";
import type { GameDetail } from "contract/games/schema.ts";
import { placePath, prefixOf } from "contract/languages/place.ts";
import { withBase } from "../../../api/base-path.ts";
import { useGamePartText } from "../../../api/game-part-text.ts";
import { useLanguages, useMarket, useMarkets, useMoney } from "../../../api/market.ts";
import { useLanguage } from "../../../api/texts.ts";
import { Badge } from "../../../ui/badge.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { StoreName } from "../../prices/store-name.tsx";

/** The best price of a game in each market, in its own money and converted, cheapest first; nothing for one market. */
export default function MarketPrices({ game }: { game: GameDetail }) {
  const text = useGamePartText();
  const markets = useMarkets();
  const languages = useLanguages();
  const language = useLanguage();
  const { country: here, currency } = useMarket();
  const { format } = useMoney();
  const rank = ({ converted_price: price }: GameDetail["markets"][number]) => price ?? Number.MAX_VALUE;
  const prices = game.markets.toSorted((a, b) => rank(a) - rank(b));
  if (prices.length < 2) return null;
  const cheapest = prices[0]!.converted_price;
  // without all rates the cheapest is unknown
  const isKnown = prices.every(({ converted_price: price }) => price !== null);
  const isMarked = isKnown && prices.some(({ converted_price: price }) => price !== cheapest);
  return (
    <section aria-labelledby="market-prices">
      <h2 id="market-prices" className="mb-1 text-lg">
        {text("game.markets")}
      </h2>
      <p className="mb-2.5 text-sm text-muted">{text("game.markets_text")}</p>
      <ul
        className={
          "grid grid-cols-[minmax(0,1fr)_auto_auto] divide-y divide-border rounded-lg border border-border bg-raised"
        }
      >
        {prices.map(({ country, currency: own, best_price: price, best_store: store, converted_price: converted }) => {
          const market = markets.find((one) => one.country === country);
          if (!market) return null;
          return (
            <li
              key={country}
              className={classNames(
                "col-span-full grid min-h-13 grid-cols-subgrid items-center gap-x-4 px-3.5 py-1.5 sm:px-5",
                country === here && "bg-sunken",
              )}
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2">
                  <a
                    href={withBase(placePath(`/games/${game.id}`, prefixOf(market, language.tag, languages)))}
                    className="py-0.5 font-medium hover:underline"
                    aria-current={country === here || undefined}
                  >
                    {language.country(country)}
                  </a>
                  {isMarked && converted === cheapest && (
                    <Badge tone="positive" className="h-4 px-1">
                      {text("game.markets_cheapest")}
                    </Badge>
                  )}
                </p>
                <StoreName store={store} className="text-xs text-muted" />
              </div>
              <span className="figures text-end text-sm text-muted">
                {own !== currency && converted !== null && text("game.converted", { price: format(converted) })}
              </span>
              <span className="figures text-end text-md font-semibold">
                {price === 0
                  ? text("price.free")
                  : formatPrice(price, { ...moneyFormat(market, language.tag), narrow: false })}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
