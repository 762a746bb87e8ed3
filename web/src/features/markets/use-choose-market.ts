import { useRouter } from "@tanstack/react-router";
import type { Market } from "contract/markets/schema.ts";
import { marketPath } from "../../api/market-address.ts";
import { rememberCountry } from "../../api/remembered-country.ts";
import { setUser, useCall, useViewer } from "../../api/session.ts";

/** How long the page waits for the profile, in ms. */
const maxWaitMs = 1_000;

/**
 * Remembers a market, in the profile too, and opens the current page in it: with a reload, because every price and link
 * on it changes.
 */
export function useChooseMarket(): (market: Market) => Promise<void> {
  const router = useRouter();
  const call = useCall();
  const viewer = useViewer();
  return async (market) => {
    const country = market.default ? undefined : market.country;
    rememberCountry(country);
    if (viewer && viewer !== "unknown") {
      const saved = call("PUT /api/auth/profile", { body: { country: market.country } });
      // the browser remembers it also when this fails
      await Promise.race([
        saved.then(({ user }) => setUser(user)).catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, maxWaitMs)),
      ]);
    }
    const { href, publicHref } = router.latestLocation;
    const target = marketPath(href, country);
    if (target === publicHref) window.location.reload();
    else window.location.assign(target);
  };
}
