import { useRouter } from "@tanstack/react-router";
import { defaultPageSize } from "contract/core/pagination.ts";
import type { LandingPage } from "contract/games/landing/schema.ts";
import type { GameList } from "contract/games/schema.ts";
import type { ComponentType } from "react";
import { useCountry } from "../../../api/market.ts";
import { marketPath } from "../../../api/market-address.ts";
import { HeldJsonLd, JsonLd } from "../../../page/head/json-ld.tsx";
import { useLandingText } from "./landing-text.ts";

interface LandingJsonLdProps {
  landing: LandingPage;
  title: string;
  /** The games of the page. */
  list: GameList | undefined;
  page: number;
}

/** The page's breadcrumbs and its list of games, for search engines. */
export const LandingJsonLd: ComponentType<LandingJsonLdProps> = import.meta.env.SSR
  ? WrittenJsonLd
  : () => <HeldJsonLd />;

function WrittenJsonLd({ landing: { kind, slug }, title, list, page }: LandingJsonLdProps) {
  const text = useLandingText();
  const country = useCountry();
  const { publicUrl } = useRouter().options.context;
  const address = (path: string) => new URL(marketPath(path, country), publicUrl || "http://localhost").href;
  const breadcrumbs = [
    { name: text("header.nav.home"), item: address("/") },
    { name: text("header.nav.all_games"), item: address("/games") },
    { name: title, item: address(`/${kind}/${encodeURIComponent(slug)}`) },
  ];
  const games = (list?.games ?? []).map(({ id, title }) => ({ name: title, url: address(`/games/${id}`) }));
  return (
    <JsonLd
      data={{
        "@context": "https://schema.org",
        "@graph": [
          { "@type": "BreadcrumbList", itemListElement: listItems(breadcrumbs, 1) },
          {
            "@type": "ItemList",
            name: title,
            numberOfItems: list?.totalGames ?? 0,
            itemListElement: listItems(games, (page - 1) * defaultPageSize + 1),
          },
        ],
      }}
    />
  );
}

function listItems(items: readonly object[], first: number) {
  return items.map((item, index) => ({ "@type": "ListItem", position: first + index, ...item }));
}
