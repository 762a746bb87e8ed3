import { useMarkets } from "../../api/market.ts";
import { hasChosenCountry } from "../../api/remembered-country.ts";
import { useLater } from "../../page/later-part.tsx";

/** Suggests a market to visitors who have not chosen one. */
export function SuggestMarket() {
  const isUndecided = useMarkets().length > 1 && !import.meta.env.SSR && !hasChosenCountry();
  const Suggestion = useLater(() => import("./market-suggestion.tsx"), isUndecided);
  return Suggestion && <Suggestion />;
}
