import type { QueryClient } from "@tanstack/react-query";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import type { Texts } from "contract/content-strings/variables.ts";
import { sourceLanguage } from "contract/languages/language.ts";
import { hydrateRoot } from "react-dom/client";
import { withoutBase } from "../api/base-path.ts";
import { browserCall } from "../api/call.ts";
import { captureCallbackResult } from "../api/callback-result.ts";
import { isMarketPage, splitPlace } from "../api/place.ts";
import { rememberedCountry } from "../api/remembered-country.ts";
import { getRouter } from "./router.ts";

captureCallbackResult();
// the address of a market page names its country
const { prefix, path } = splitPlace(withoutBase(location.pathname));
const country = prefix !== "" || isMarketPage(path) ? undefined : rememberedCountry();
const { lang } = document.documentElement;
// other languages have files of their own, without which the page would be shown in English for a moment
if (lang === sourceLanguage) start({});
else void import("../api/load-translation.ts").then(({ startTranslated }) => startTranslated(lang, start));

function start(translated: Texts): QueryClient {
  const router = getRouter({ call: browserCall(), country, shippedTexts: () => translated });
  hydrateRoot(document, <RouterClient router={router} />);
  return router.options.context.queryClient;
}
