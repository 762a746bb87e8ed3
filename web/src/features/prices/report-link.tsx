import { Link } from "@tanstack/react-router";
import type { GameDetail } from "contract/games/schema.ts";
import { useGamePartText } from "../../api/game-part-text.ts";
import { useMarket, useMoney } from "../../api/market.ts";
import { useStores } from "../../api/stores.ts";
import type { StatedOffer } from "./offers.ts";

/** A link to the contact form, prefilled with the offer. */
export function ReportLink({ game, offer }: { game: GameDetail; offer: StatedOffer }) {
  const text = useGamePartText();
  const { formatOrFree } = useMoney();
  const { country } = useMarket();
  const store = useStores().storeOf(offer.store).name;
  const named = {
    title: game.title,
    id: String(game.id),
    store,
    price: offer.price === null ? text("game.no_longer_sold") : formatOrFree(offer.price, offer.currency),
    address: offer.link ?? "N/A",
  };
  return (
    <Link
      to="/contact"
      search={{
        subject: text("game.report_subject", named),
        message: text("game.report_message", named),
        report: `${game.id}.${country}.${offer.store}`,
      }}
      rel="nofollow"
      aria-label={text("game.report_price_at", { store })}
      // above the row, which is a link on phones
      className="relative -my-0.5 py-0.5 underline decoration-border-strong underline-offset-3 hover:text-text"
    >
      {text("game.report_price")}
    </Link>
  );
}
