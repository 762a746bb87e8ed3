import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import type { SharedItem } from "contract/lists/schema.ts";
import Gamepad2 from "lucide-react/icons/gamepad-2";
import SearchX from "lucide-react/icons/search-x";
import type { ReactNode } from "react";
import { useCountry } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { FeedLink } from "../../../page/feeds/feed-link.tsx";
import { ListPager } from "../../../page/list-pager.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import HiddenExplicit from "../../games/list/hidden-explicit.tsx";
import type { TileGame } from "../../games/tile/tile-game.ts";
import { gamesText, useListsText } from "../lists-text.ts";
import { CopyButton } from "./copy-button.tsx";
import { GiftBox } from "./gift-box.tsx";
import { GiftMarker } from "./gift-marker.tsx";
import { SharedGame } from "./shared-game.tsx";
import { sharedListQuery } from "./shared-query.ts";
import { useGifts } from "./use-gifts.ts";

/** A list by its link, read-only (spec/lists 4.4). */
export function SharedPage() {
  const { token = "" } = useParams({ strict: false });
  const { page = 1 } = useSearch({ strict: false }) as { page?: number };
  const text = useListsText();
  const query = useQuery({
    ...sharedListQuery(useCall(), token, page, useCountry()),
    placeholderData: keepPreviousData,
  });
  const gifts = useGifts(token, query.data?.list.is_gift === true);
  if (!query.data) {
    return (
      <FailureNotice
        level={1}
        title={text("shared.load_failed")}
        retry={text("status.retry")}
        onRetry={query.refetch}
      />
    );
  }
  const { list, items, total, totalPages, hidden_explicit: hidden } = query.data;
  return (
    <div className="page-width py-6 sm:py-10">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-xl break-words sm:text-2xl">{list.name}</h1>
          <p className="figures mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
            {list.owner && <span className="break-words">{text("shared.by", { name: list.owner })}</span>}
            <span>{gamesText(text, total)}</span>
          </p>
          {list.description && <p className="mt-3 max-w-prose whitespace-pre-line">{list.description}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FeedLink feed={{ name: `lists/${token}` }} label={text("shared.feed")} />
          <CopyButton token={token} />
        </div>
      </header>
      {list.is_gift && <GiftBox gifts={gifts} />}
      <HiddenExplicit hidden={hidden} />
      <Games items={items} total={total} page={page}>
        {(game) => list.is_gift && <GiftMarker gifts={gifts} game={game} />}
      </Games>
      <div className="mt-8 empty:hidden">
        <ListPager
          to="."
          searchOf={(to) => ({ page: to === 1 ? undefined : to })}
          current={page}
          total={totalPages}
          loading={query.isPlaceholderData}
        />
      </div>
    </div>
  );
}

interface GamesProps {
  items: readonly { game: TileGame; notes: SharedItem["notes"] }[];
  total: number;
  page: number;
  children: (game: TileGame) => ReactNode;
}

function Games({ items, total, page, children }: GamesProps) {
  const text = useListsText();
  if (total === 0) return <Notice icon={Gamepad2} title={text("shared.empty_title")} />;
  if (items.length === 0) {
    return (
      <Notice
        icon={SearchX}
        title={text("shared.past_end", { page })}
        actions={
          <Link to="." search={{} as never} className={buttonStyle("primary")}>
            {text("shared.first_page")}
          </Link>
        }
      />
    );
  }
  return (
    <ul className="mt-6 grid gap-3">
      {items.map(({ game, notes }, index) => (
        <li key={game.id}>
          <SharedGame game={game} notes={notes} load={index < 6 ? "soon" : "late"}>
            {children(game)}
          </SharedGame>
        </li>
      ))}
    </ul>
  );
}
