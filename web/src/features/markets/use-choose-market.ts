import { useRouter } from "@tanstack/react-router";
import type { Market } from "contract/markets/schema.ts";
import { marketPath } from "../../api/market-address.ts";
import { rememberCountry } from "../../api/remembered-country.ts";
import { setUser, useCall, useViewer } from "../../api/session.ts";

/** How long the page waits for the profile, in ms. */
const maxWaitMs = 1_000;

/**
 * Stores the choice of a market, also in the profile, and reloads the current page in it, because all its prices and
 * links change.
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
      // the browser stores the choice even if this fails
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
