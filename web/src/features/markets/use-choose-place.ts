import { useRouter } from "@tanstack/react-router";
import { marketLanguage, placePath, prefixOf } from "contract/languages/place.ts";
import type { Market } from "contract/markets/schema.ts";
import { withBase } from "../../api/base-path.ts";
import { type Places, useLanguages, useMarket, useMarkets } from "../../api/market.ts";
import { hasChosenCountry, rememberLanguageChosen, rememberPlace } from "../../api/remembered-country.ts";
import { setUser, useCall, useViewer } from "../../api/session.ts";
import { useLanguage } from "../../api/texts.ts";

/** How long the page waits for the profile, in ms. */
const maxWaitMs = 1_000;

/** A market or a language; the other one stays. */
interface Choice {
  market?: Market;
  /** Its tag. */
  language?: string;
}

/**
 * Stores the choice of a market or a language, also in the profile, and reloads the current page in it, because all its
 * prices, texts and links change.
 */
export function useChoosePlace(): (choice: Choice) => Promise<void> {
  const router = useRouter();
  const call = useCall();
  const viewer = useViewer();
  const remember = useRememberPlace();
  const current = { market: useMarket(), language: useLanguage().tag };
  return async (choice) => {
    const { market, language } = { ...current, ...choice };
    // a visitor who has chosen only a language can still be offered a market
    const isMarketOpen = choice.market === undefined && market.default && !hasChosenCountry();
    const prefix = remember(market, language, isMarketOpen);
    if (choice.language !== undefined) rememberLanguageChosen();
    if (viewer && viewer !== "unknown") {
      const saved = call("PUT /api/auth/profile", { body: { country: market.country, locale: language } });
      // the browser stores the choice even if this fails
      await Promise.race([
        saved.then(({ user }) => setUser(user)).catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, maxWaitMs)),
      ]);
    }
    const { href, publicHref } = router.latestLocation;
    const target = withBase(placePath(href, prefix));
    if (target === publicHref) window.location.reload();
    else window.location.assign(target);
  };
}

export function useRememberPlace(): (market: Market, language: string, isMarketOpen?: boolean) => string {
  const places = { markets: useMarkets(), languages: useLanguages() };
  return (market, language, isMarketOpen) => rememberChoice(market, language, places, isMarketOpen);
}

/** Remembers a place in the browser, without its market if that is still open; returns its prefix. */
export function rememberChoice(
  market: Market,
  language: string,
  { markets: [first], languages }: Places,
  isMarketOpen = false,
): string {
  const prefix = prefixOf(market, language, languages);
  const isOwn = language === marketLanguage(first!.locale, languages);
  rememberPlace(isMarketOpen ? null : market.default ? undefined : market.country, isOwn ? null : prefix);
  return prefix;
}
