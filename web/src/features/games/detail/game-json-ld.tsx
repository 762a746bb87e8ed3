import { useRouter } from "@tanstack/react-router";
import type { GameDetail } from "contract/games/schema.ts";
import { imageUrl } from "contract/images/variants.ts";
import type { ComponentType } from "react";
import { useCountry, useMarket } from "../../../api/market.ts";
import { marketPath } from "../../../api/market-address.ts";
import { useStores } from "../../../api/stores.ts";
import { HeldJsonLd, JsonLd } from "../../../page/head/json-ld.tsx";
import { offersOf } from "../../prices/offers.ts";

/** The game as a product with its offers, for search engines. Only with a price; 0 is one (spec/games 8). */
export const GameJsonLd: ComponentType<{ game: GameDetail }> = import.meta.env.SSR
  ? WrittenJsonLd
  : () => <HeldJsonLd />;

function WrittenJsonLd({ game }: { game: GameDetail }) {
  const { publicUrl } = useRouter().options.context;
  const stores = useStores();
  const market = useMarket();
  const country = useCountry();
  const prices = offersOf(game, stores).flatMap(({ stated }) =>
    stated.price === null || stated.currency !== game.currency ? [] : [stated.price],
  );
  if (prices.length === 0) return <JsonLd data={null} />;
  const absolute = (path: string) => new URL(path, publicUrl || "http://localhost").href;
  return (
    <JsonLd
      data={{
        "@context": "https://schema.org",
        "@type": "Product",
        name: game.title,
        url: absolute(marketPath(`/games/${game.id}`, country)),
        image: absolute(imageUrl(game.id, "landscape")),
        ...(game.description && { description: game.description }),
        ...(game.genre && { category: game.genre }),
        ...(game.developer && { brand: { "@type": "Brand", name: game.developer } }),
        offers: {
          "@type": "AggregateOffer",
          priceCurrency: market.currency,
          lowPrice: Math.min(...prices).toFixed(market.minor_units),
          highPrice: Math.max(...prices).toFixed(market.minor_units),
          offerCount: prices.length,
        },
      }}
    />
  );
}
