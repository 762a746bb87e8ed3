import { useLocation } from "@tanstack/react-router";
import { isPlaced } from "contract/languages/place.ts";
import { useLanguages, useMarkets } from "../api/market.ts";
import { hasChosenCountry, hasChosenLanguage } from "../api/remembered-country.ts";
import HomeGamesStatus from "../features/games/home-games-status.tsx";
import { useLater } from "../page/later-part.tsx";

/** Parts of every page that load after hydration. */
export default function LateParts() {
  const Offline = useLater(() => import("../features/offline/offline.tsx"), import.meta.env.PROD);
  return (
    <>
      <HomeGamesStatus />
      {Offline && <Offline />}
      <SuggestPlace />
    </>
  );
}

/** For visitors who have not chosen a language or a market where they could. */
function SuggestPlace() {
  const isPlacedHere = useLocation({ select: ({ pathname }) => isPlaced(pathname) });
  const mayChooseLanguage = useLanguages().length > 1 && !hasChosenLanguage();
  const mayChooseMarket = useMarkets().length > 1 && !hasChosenCountry();
  const isUndecided = isPlacedHere && (mayChooseLanguage || mayChooseMarket);
  const Suggestion = useLater(() => import("../features/markets/place-suggestion.tsx"), isUndecided);
  return isPlacedHere && Suggestion && <Suggestion />;
}
