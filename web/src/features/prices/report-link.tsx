import { Link } from "@tanstack/react-router";
import { formatPriceOrFree } from "contract/core/money.ts";
import type { GameDetail, GameOffer } from "contract/games/schema.ts";
import { storeOf } from "contract/stores.ts";
import { useGameText } from "../../api/game-text.ts";

/** A link to the contact form, prefilled with the offer. */
export function ReportLink({ game, offer }: { game: GameDetail; offer: GameOffer }) {
  const text = useGameText();
  const store = storeOf(offer.store).name;
  const named = {
    title: game.title,
    id: String(game.id),
    store,
    price: offer.price === null ? text("game.no_longer_sold") : formatPriceOrFree(offer.price),
    address: offer.link ?? "N/A",
  };
  return (
    <Link
      to="/contact"
      search={{ subject: text("game.report_subject", named), message: text("game.report_message", named) }}
      rel="nofollow"
      aria-label={text("game.report_price_at", { store })}
      // above the row, which is a link itself on phones
      className="relative -my-0.5 py-0.5 underline decoration-border-strong underline-offset-3 hover:text-text"
    >
      {text("game.report_price")}
    </Link>
  );
}
