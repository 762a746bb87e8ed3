import { RouterClient } from "@tanstack/react-router/ssr/client";
import { hydrateRoot } from "react-dom/client";
import { browserCall } from "../api/call.ts";
import { captureCallbackResult } from "../api/callback-result.ts";
import { isMarketPage } from "../api/market-address.ts";
import { rememberedCountry } from "../api/remembered-country.ts";
import { getRouter } from "./router.ts";

captureCallbackResult();
// the address of a market page names its country
const country = isMarketPage(location.pathname) ? undefined : rememberedCountry();
hydrateRoot(document, <RouterClient router={getRouter({ call: browserCall(), country })} />);
