import { useQuery } from "@tanstack/react-query";
import { useHydrated, useLocation, useRouter } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { MarketContext, marketIn, marketsQuery } from "./market.ts";
import { isMarketPage } from "./market-address.ts";
import { useCall } from "./session.ts";
import { StoresContext, storesIn, storesQuery } from "./stores.ts";
import { TextsContext, textReader, textsQuery } from "./texts.ts";

/**
 * Provides the stores, and the market of the address. Pages without one in their address are rendered for the default
 * market and switch to the browser's market after hydration.
 */
export function CatalogueProvider({ children }: { children: ReactNode }) {
  const call = useCall();
  const { place } = useRouter().options.context;
  const hydrated = useHydrated();
  const country = useLocation({
    select: ({ pathname }) => (hydrated || isMarketPage(pathname) ? place.country : undefined),
  });
  const { data: stores } = useQuery(storesQuery(call));
  const { data: markets } = useQuery(marketsQuery(call));
  return (
    <StoresContext value={useMemo(() => storesIn(stores), [stores])}>
      <MarketContext value={useMemo(() => marketIn(markets, country), [markets, country])}>{children}</MarketContext>
    </StoresContext>
  );
}

/** Provides the texts of the site through one subscription. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const { data: texts } = useQuery(textsQuery(useCall()));
  const value = useMemo(() => ({ texts, text: textReader(texts) }), [texts]);
  return <TextsContext value={value}>{children}</TextsContext>;
}
