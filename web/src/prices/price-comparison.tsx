import { savingsPercentage } from "contract/games/rules.ts";
import type { Game } from "contract/games/schema.ts";
import { formatPriceOrFree } from "contract/money.ts";
import ExternalLink from "lucide-react/icons/external-link";
import { useGameText } from "../games/game-text.ts";
import { Badge } from "../ui/badge.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { classNames } from "../ui/class-names.ts";
import { type Offer, offersOf } from "./offers.ts";
import { StockBadge } from "./stock-badge.tsx";
import { StoreName } from "./store-name.tsx";

/** Every store with its price, the cheapest first and marked. */
export function PriceComparison({ game }: { game: Game }) {
  const text = useGameText();
  return (
    <section aria-labelledby="comparison">
      <h2 id="comparison" className="mb-3 text-lg">
        {text("game.comparison")}
      </h2>
      <ul className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-raised">
        {offersOf(game).map((offer) => (
          <OfferRow
            key={offer.store.key}
            offer={offer}
            best={offer.store.key === game.best_store}
            savings={offer.store.key === "steam" ? null : savingsPercentage(game.steam_price, offer.price)}
          />
        ))}
      </ul>
    </section>
  );
}

function OfferRow({ offer, best, savings }: { offer: Offer; best: boolean; savings: number | null }) {
  const text = useGameText();
  const { store, price, link } = offer;
  const sold = price !== null;
  return (
    <li
      className={classNames(
        "relative grid grid-cols-[1fr_auto] items-center gap-x-4 px-4 py-2 sm:grid-cols-[1fr_auto_2.75rem] sm:px-5",
        sold ? "min-h-18" : "min-h-12",
        best && "before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-accent",
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <StoreName store={store.key} className="font-medium" />
        <span className="text-sm text-muted">
          {text(store.kind === "keyshop" ? "game.store_keyshop" : "game.store_official")}
        </span>
        {best && <Badge tone="accent">{text("game.best_deal")}</Badge>}
        {sold && <StockBadge inStock={offer.inStock} />}
      </div>
      <div className="flex items-center gap-3">
        {savings !== null && <span className="figures text-sm text-positive">-{Math.round(savings)}%</span>}
        <span className={classNames("figures", sold ? "text-lg font-semibold" : "text-sm text-muted")}>
          {sold ? formatPriceOrFree(price) : text("game.not_sold")}
        </span>
      </div>
      {sold && link && (
        <a
          href={link}
          target="_blank"
          rel="noopener sponsored"
          aria-label={text("game.go_to_store", { store: store.name })}
          title={text("game.go_to_store", { store: store.name })}
          className={buttonStyle(
            "secondary",
            "icon",
            "max-sm:absolute max-sm:inset-0 max-sm:size-auto max-sm:border-0 max-sm:bg-transparent max-sm:text-transparent max-sm:hover:bg-transparent",
          )}
        >
          <ExternalLink aria-hidden className="size-4.5" />
        </a>
      )}
    </li>
  );
}
