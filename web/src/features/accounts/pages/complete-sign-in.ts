import { useRouter } from "@tanstack/react-router";
import { safeOrigin } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import { placeOf } from "contract/languages/place.ts";
import { useEffect } from "react";
import { checkCurrentUser } from "../../../api/current-user.ts";
import { type Places, useLanguages, useMarkets } from "../../../api/market.ts";
import { hasChosenCountry, hasChosenLanguage, rememberLanguageChosen } from "../../../api/remembered-country.ts";
import { setSession, useCall, useViewer } from "../../../api/session.ts";
import { rememberChoice } from "../../markets/use-choose-place.ts";

/** Signs in and navigates to `from` or home, replacing the form in the history. */
export function useCompleteSignIn(
  from: string | undefined,
): (signedIn: { token: string; user: User }) => Promise<void> {
  const router = useRouter();
  const places = { markets: useMarkets(), languages: useLanguages() };
  return ({ token, user }) => {
    startSession(token, user, places);
    return router.navigate({ href: safeOrigin(from), replace: true });
  };
}

/** Navigates signed-in visitors away from sign-in and registration, to `from` or home. */
export function useRedirectSignedIn(from: string | undefined): void {
  const router = useRouter();
  const call = useCall();
  const viewer = useViewer();
  const isSignedIn = viewer !== null && viewer !== "unknown";
  useEffect(() => {
    if (!isSignedIn) return;
    let active = true;
    const redirect = () => {
      if (active) void router.navigate({ href: safeOrigin(from), replace: true });
    };
    // an invalid session ends here, and its owner needs the form
    checkCurrentUser(call).then((user) => user && redirect(), redirect);
    return () => {
      active = false;
    };
  }, [isSignedIn, call, router, from]);
}

/** Signs in, and takes over the country and language of the profile unless others were chosen in this browser. */
export function startSession(token: string, user: User, places: Places): void {
  if ((user.country || user.locale) && !hasChosenCountry() && !hasChosenLanguage()) {
    const { market, language } = placeOf({ country: user.country, language: user.locale }, places);
    rememberChoice(market, language, places);
    if (user.locale) rememberLanguageChosen();
  }
  setSession(token, user);
}
