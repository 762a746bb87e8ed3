import { type AnyRouter, useRouter } from "@tanstack/react-router";
import { safeOrigin } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import { placeOf, placePath } from "contract/languages/place.ts";
import { use, useCallback, useEffect } from "react";
import { withBase } from "../../../api/base-path.ts";
import { checkCurrentUser } from "../../../api/current-user.ts";
import { MarketContext, type Places, useLanguages, useMarkets } from "../../../api/market.ts";
import {
  hasChosenCountry,
  hasChosenLanguage,
  rememberedPrefix,
  rememberLanguageChosen,
} from "../../../api/remembered-country.ts";
import { setSession, useCall, useViewer } from "../../../api/session.ts";
import { rememberChoice } from "../../markets/use-choose-place.ts";

/** Signs in and navigates to `from` or home, replacing the form in the history. */
export function useCompleteSignIn(
  from: string | undefined,
): (signedIn: { token: string; user: User }) => Promise<void> {
  const leave = useLeave(from);
  const places = { markets: useMarkets(), languages: useLanguages() };
  return ({ token, user }) => {
    startSession(token, user, places);
    return leave();
  };
}

/** Navigates signed-in visitors away from sign-in and registration, to `from` or home. */
export function useRedirectSignedIn(from: string | undefined): void {
  const leave = useLeave(from);
  const call = useCall();
  const viewer = useViewer();
  const isSignedIn = viewer !== null && viewer !== "unknown";
  useEffect(() => {
    if (!isSignedIn) return;
    let active = true;
    const redirect = () => {
      if (active) void leave();
    };
    // an invalid session ends here, and its owner needs the form
    checkCurrentUser(call).then((user) => user && redirect(), redirect);
    return () => {
      active = false;
    };
  }, [isSignedIn, call, leave]);
}

function useLeave(from: string | undefined): () => Promise<void> {
  const router = useRouter();
  const { prefix } = use(MarketContext);
  return useCallback(async () => {
    const path = safeOrigin(from);
    // an address that names a language is left in it
    if (prefix === "") await openRemembered(router, path);
    else await router.navigate({ href: path, replace: true });
  }, [router, prefix, from]);
}

/** Leaves a page in the site's own language. Another one that is remembered needs another document. */
export async function openRemembered(router: AnyRouter, path: string): Promise<void> {
  const prefix = rememberedPrefix();
  if (prefix === null) await router.navigate({ href: path, replace: true });
  else location.replace(withBase(placePath(path, prefix)));
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
