import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useCanGoBack, useParams, useRouter } from "@tanstack/react-router";
import { embedCode } from "contract/games/embed.ts";
import { splitTags } from "contract/games/rules.ts";
import type { GameDetail } from "contract/games/schema.ts";
import { imageUrl } from "contract/images/variants.ts";
import ArrowLeft from "lucide-static/icons/arrow-left.svg?react";
import Check from "lucide-static/icons/check.svg?react";
import Code from "lucide-static/icons/code.svg?react";
import EyeOff from "lucide-static/icons/eye-off.svg?react";
import Link2 from "lucide-static/icons/link-2.svg?react";
import { type ComponentType, useState } from "react";
import { currentBasePath, withBase } from "../../../api/base-path.ts";
import { useGameText } from "../../../api/game-text.ts";
import { useAddress, useCountry, useMarket } from "../../../api/market.ts";
import { useCall, useViewer } from "../../../api/session.ts";
import { useStores } from "../../../api/stores.ts";
import { useLanguage, useNames } from "../../../api/texts.ts";
import { shownTitle } from "../../../page/game-title.tsx";
import { HeldJsonLd, JsonLd } from "../../../page/json-ld.tsx";
import { laterPart, useLater } from "../../../page/later-part.tsx";
import { ActionLink } from "../../../page/links.tsx";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { PriceHistoryPanel } from "../../prices/history/price-history-panel.tsx";
import { offersOf } from "../../prices/offers.ts";
import { gameIdOf } from "../game-address.ts";
import { gameQuery } from "../queries.ts";
import { BestPriceBox, type ListMenu } from "./best-price-box.tsx";
import { GameHeader } from "./game-header.tsx";

const loadBuyBar = () => import("./buy-bar.tsx");

/** The game in the address (spec/games 6). On phones the best price follows the title. */
export function GamePage({ ListMenu }: { ListMenu: ListMenu }) {
  const id = gameIdOf(useParams({ strict: false }).id ?? "") ?? 0;
  const text = useGameText();
  const { data: game } = useSuspenseQuery(gameQuery(useCall(), id, useCountry()));
  const viewer = useViewer();
  const BuyBar = useLater<{ game: GameDetail }>(loadBuyBar, game.best_store !== null && isNarrow());
  const [revealedId, setRevealedId] = useState<number>();
  const wantsExplicit = viewer !== "unknown" && viewer?.showExplicitContent === true;
  if (game.explicit && !wantsExplicit && revealedId !== id) {
    return <ExplicitGate onShow={() => setRevealedId(id)} />;
  }
  return (
    <div className="page-width py-4 sm:py-6">
      <GameJsonLd key={game.id} game={game} />
      <div className="flex justify-between">
        <GoBackButton />
        <div className="-me-3 flex">
          <EmbedButton game={game} />
          <ShareButton gameId={id} />
        </div>
      </div>
      <div
        className={
          "mt-3 grid gap-x-12 gap-y-5 sm:mt-5 sm:gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem] " +
          "lg:grid-rows-[auto_1fr]"
        }
      >
        <GameHeader game={game} />
        <aside aria-label={text("game.best_price")} className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div className="lg:sticky lg:top-20">
            <BestPriceBox game={game} ListMenu={ListMenu} />
          </div>
        </aside>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-10 max-sm:order-2">
          <PriceComparison game={game} />
          {game.historical_low !== null && <PriceHistoryPanel game={game} />}
          <MarketPrices game={game} />
          <InsightSection game={game} />
          {game.description && (
            <section aria-labelledby="description">
              <h2 id="description" className="mb-3 text-lg">
                {text("game.description")}
              </h2>
              <p className="max-w-prose whitespace-pre-line text-md text-muted">{game.description}</p>
            </section>
          )}
          <DlcList game={game} />
          <QuickActions />
        </div>
      </div>
      <RelatedGames game={game} />
      {BuyBar && <BuyBar key={`buy ${game.id}`} game={game} />}
    </div>
  );
}

const isNarrow = () => !import.meta.env.SSR && matchMedia("(max-width: 39.99rem)").matches;

/** Requires a click before explicit content is shown (spec/games 6.5). */
function ExplicitGate({ onShow }: { onShow: () => void }) {
  const text = useGameText();
  return (
    <Notice
      level={1}
      icon={EyeOff}
      title={text("game.explicit_title")}
      actions={
        <>
          <Link to="/games" className={buttonStyle("primary")}>
            {text("game.browse_more")}
          </Link>
          <Button className="needs-script" onClick={onShow}>
            {text("game.explicit_show")}
          </Button>
        </>
      }
    >
      {text("game.explicit_text")}
    </Notice>
  );
}

/** The game as a product with its offers, for search engines. Only with a price; 0 is one (spec/games 8). */
const GameJsonLd: ComponentType<{ game: GameDetail }> = import.meta.env.SSR ? WrittenJsonLd : () => <HeldJsonLd />;

function WrittenJsonLd({ game }: { game: GameDetail }) {
  const { publicUrl } = useRouter().options.context;
  const stores = useStores();
  const market = useMarket();
  const address = useAddress();
  const nameOf = useNames();
  const prices = offersOf(game, stores).flatMap(({ stated }) =>
    stated.price === null || stated.currency !== game.currency ? [] : [stated.price],
  );
  if (prices.length === 0) return <JsonLd data={null} />;
  const alternateNames = [...(game.localized_title === undefined ? [] : [game.title]), ...game.also_known_as];
  const absolute = (path: string) => new URL(path, publicUrl || "http://localhost").href;
  return (
    <JsonLd
      data={{
        "@context": "https://schema.org",
        "@type": "Product",
        name: shownTitle(game),
        ...(alternateNames.length > 0 && { alternateName: alternateNames }),
        url: absolute(address(`/games/${game.id}`)),
        image: absolute(withBase(imageUrl(game.id, "landscape"))),
        ...(game.description && { description: game.description }),
        ...(game.genre && {
          category: splitTags(game.genre)
            .map((name) => nameOf("genre", name))
            .join(", "),
        }),
        ...(game.developer && { brand: { "@type": "Brand", name: game.developer } }),
        offers: {
          "@type": "AggregateOffer",
          priceCurrency: market.currency,
          lowPrice: Math.min(...prices).toFixed(market.minor_units),
          highPrice: Math.max(...prices).toFixed(market.minor_units),
          offerCount: prices.length,
        },
      }}
    />
  );
}

/** Goes back in the history, or to the list for visitors from elsewhere. */
function GoBackButton() {
  const text = useGameText();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const address = useAddress();
  return (
    <ActionLink
      href={address("/games")}
      className={buttonStyle("quiet", "small", "-ms-3")}
      onActivate={() => (canGoBack ? router.history.back() : void router.navigate({ to: "/games" }))}
    >
      <ArrowLeft aria-hidden className="size-4" />
      {text("game.back")}
    </ActionLink>
  );
}

/** Copies the game's address. */
function ShareButton({ gameId }: { gameId: number }) {
  const text = useGameText();
  return (
    <CopyButton
      icon={Link2}
      label={text("game.share")}
      done={text("game.shared")}
      read={() => new URL(withBase(`/games/${gameId}`), location.origin).href}
    />
  );
}

/** Copies the HTML of a frame that shows the game's prices on another site. */
function EmbedButton({ game }: { game: GameDetail }) {
  const text = useGameText();
  const country = useCountry();
  const language = useLanguage().tag;
  return (
    <CopyButton
      icon={Code}
      label={text("game.embed")}
      done={text("game.embedded")}
      read={() =>
        embedCode({
          gameId: game.id,
          title: game.title,
          publicUrl: location.origin + currentBasePath(),
          country,
          language,
        })
      }
    />
  );
}

interface CopyButtonProps {
  icon: ComponentType<{ className?: string }>;
  label: string;
  /** The label after the text was copied. */
  done: string;
  /** The text to copy. */
  read: () => string;
}

function CopyButton({ icon, label, done, read }: CopyButtonProps) {
  const { copied, copy } = useCopy();
  const Icon = copied ? Check : icon;
  return (
    <Button kind="quiet" size="small" className="needs-script" onClick={() => copy(read(), label)}>
      <Icon aria-hidden className="size-4" />
      <span aria-live="polite">{copied ? done : label}</span>
    </Button>
  );
}

// the parts below the fold, in page order

const loadComparison = () => import("../../prices/price-comparison.tsx");
const PriceComparison = laterPart(import.meta.env.SSR ? (await loadComparison()).default : null, loadComparison);
// preloaded when navigating between games
if (!import.meta.env.SSR) PriceComparison.preload().catch(() => {});

const loadMarkets = () => import("./market-prices.tsx");
const MarketPrices = laterPart(import.meta.env.SSR ? (await loadMarkets()).default : null, loadMarkets);

const loadInsight = () => import("./insight-section.tsx");
const InsightSection = laterPart(import.meta.env.SSR ? (await loadInsight()).default : null, loadInsight);

const loadDlc = () => import("./dlc-list.tsx");
const DlcList = laterPart(import.meta.env.SSR ? (await loadDlc()).default : null, loadDlc);

const loadRelated = () => import("./related-games.tsx");
const RelatedGames = laterPart(import.meta.env.SSR ? (await loadRelated()).default : null, loadRelated);

const loadActions = () => import("./quick-actions.tsx");
const QuickActions = laterPart(import.meta.env.SSR ? (await loadActions()).default : null, loadActions);
