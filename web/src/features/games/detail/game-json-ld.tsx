import { useRouter } from "@tanstack/react-router";
import type { Game } from "contract/games/schema.ts";
import { imageUrl } from "contract/images/variants.ts";
import { JsonLd } from "../../../page/json-ld.tsx";
import { offersOf } from "../../prices/offers.ts";

/** The game as a product with its offers, for search engines. Only with a price; 0 is one (spec/games 8). */
export function GameJsonLd({ game }: { game: Game }) {
  const { publicUrl } = useRouter().options.context;
  const prices = offersOf(game).flatMap((offer) => (offer.price === null ? [] : [offer.price]));
  if (prices.length === 0) return null;
  const absolute = (path: string) => new URL(path, publicUrl || "http://localhost").href;
  return (
    <JsonLd
      data={{
        "@context": "https://schema.org",
        "@type": "Product",
        name: game.title,
        url: absolute(`/games/${game.id}`),
        image: absolute(imageUrl(game.id, "landscape")),
        ...(game.description && { description: game.description }),
        ...(game.genre && { category: game.genre }),
        ...(game.developer && { brand: { "@type": "Brand", name: game.developer } }),
        offers: {
          "@type": "AggregateOffer",
          priceCurrency: "USD",
          lowPrice: Math.min(...prices).toFixed(2),
          highPrice: Math.max(...prices).toFixed(2),
          offerCount: prices.length,
        },
      }}
    />
  );
}
