import { useQuery } from "@tanstack/react-query";
import { useHydrated, useLocation, useRouter } from "@tanstack/react-router";
import { languageOf } from "contract/languages/language.ts";
import { type ReactNode, useMemo } from "react";
import { MarketContext, marketIn, placesQuery } from "./market.ts";
import { isMarketPage } from "./place.ts";
import { useCall } from "./session.ts";
import { StoresContext, storesIn, storesQuery } from "./stores.ts";
import { currentTexts, TextsContext, textsQuery, useText } from "./texts.ts";

/**
 * Provides the stores, and the market of the address. Pages without one in their address are rendered for the default
 * market and switch to the browser's market after hydration.
 */
export function CatalogueProvider({ children }: { children: ReactNode }) {
  const call = useCall();
  const { place } = useRouter().options.context;
  const hydrated = useHydrated();
  const country = useLocation({
    select: ({ pathname }) => (hydrated || place.isNamed || isMarketPage(pathname) ? place.country : undefined),
  });
  const { language } = place;
  const text = useText();
  const { data: stores } = useQuery(storesQuery(call));
  const { data: places } = useQuery(placesQuery(call));
  return (
    <StoresContext value={useMemo(() => storesIn(stores, text("store.other")), [stores, text])}>
      <MarketContext
        value={useMemo(() => marketIn(places, { country, language }, text), [places, country, language, text])}
      >
        {children}
      </MarketContext>
    </StoresContext>
  );
}

/** Provides the texts of the site through one subscription. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const { language: tag } = useRouter().options.context.place;
  const { data: texts } = useQuery(textsQuery(useCall(), tag));
  return (
    <TextsContext value={useMemo(() => currentTexts(texts, languageOf(tag)), [texts, tag])}>{children}</TextsContext>
  );
}
