import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { SharedItem } from "contract/lists/schema.ts";
import CopyPlus from "lucide-static/icons/copy-plus.svg?react";
import Gamepad2 from "lucide-static/icons/gamepad-2.svg?react";
import Link2Off from "lucide-static/icons/link-2-off.svg?react";
import SearchX from "lucide-static/icons/search-x.svg?react";
import type { ReactNode } from "react";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { useCountry, useMoney } from "../../api/market.ts";
import { useCall, useViewer } from "../../api/session.ts";
import { FeedLink } from "../../page/feed-link.tsx";
import { GameTitle } from "../../page/game-title.tsx";
import { ListPager } from "../../page/list-pager.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../ui/use-action.ts";
import { LoginLink } from "../accounts/login-link.tsx";
import { GameLink } from "../games/game-link.tsx";
import HiddenExplicit from "../games/list/hidden-explicit.tsx";
import type { TileGame } from "../games/tile-game.ts";
import { useWishlistFailure } from "../wishlist/wishlist-failure.ts";
import { GameRow, GameRows } from "./game-row.tsx";
import { GiftBox, GiftMarker, useGifts } from "./gifts.tsx";
import { gamesText, useListsText } from "./lists-text.ts";
import { sharedListQuery } from "./shared-query.ts";

/** Shown for an unknown link. */
export function SharedNotFound() {
  const text = useListsText();
  return (
    <Notice
      level={1}
      icon={Link2Off}
      title={text("shared.not_found_title")}
      actions={
        <Link to="/games" className={buttonStyle("primary")}>
          {text("lists.browse")}
        </Link>
      }
    >
      {text("shared.not_found_text")}
    </Notice>
  );
}

/** A list by its link, read-only (spec/lists 4.4). */
export function SharedPage() {
  const { token = "" } = useParams({ strict: false });
  const { page = 1 } = useSearch({ strict: false }) as { page?: number };
  const text = useListsText();
  const { format } = useMoney();
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
  const { list, items, total, total_value: value, currency, totalPages, hidden_explicit: hidden } = query.data;
  return (
    <div className="page-width py-6 sm:py-10">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-xl break-words sm:text-2xl">{list.name}</h1>
          <p className="figures mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
            {list.owner && <span className="break-words">{text("shared.by", { name: list.owner })}</span>}
            <span>{gamesText(text, total)}</span>
            {total > 0 && <span>{text("shared.value", { price: format(value, currency) })}</span>}
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
    <div className="mt-6">
      <GameRows>
        {items.map(({ game, notes }, index) => (
          <GameRow
            key={game.id}
            game={game}
            load={index < 6 ? "soon" : "late"}
            title={
              <GameLink id={game.id} className="inline-block py-0.5 hover:underline">
                <GameTitle game={game} />
              </GameLink>
            }
            notes={notes && <span className="max-w-prose break-words whitespace-pre-line">{notes}</span>}
          >
            {children(game)}
          </GameRow>
        ))}
      </GameRows>
    </div>
  );
}

/** Copies a shared list into the user's own lists; others sign in first. */
function CopyButton({ token }: { token: string }) {
  const text = useListsText();
  const failureOf = useWishlistFailure();
  const viewer = useViewer();
  const call = useCall();
  const navigate = useNavigate();
  const { run, running, failure } = useAction((error) => failureOf(error, text("shared.copy_failed")));
  const label = (
    <>
      <CopyPlus aria-hidden className="size-4.5" />
      {text(running ? "shared.copying" : "shared.copy")}
    </>
  );
  if (viewer === null || viewer === "unknown")
    return <LoginLink className={buttonStyle("secondary")}>{label}</LoginLink>;

  const copy = async () => {
    const { list } = await call("POST /api/shared/{token}/copy", { params: { token } });
    announceChange("lists");
    await navigate({ to: "/lists/{-$id}", params: { id: String(list.id) } });
  };
  return (
    <div className="grid gap-1">
      <Button disabled={running} onClick={() => run(copy)}>
        {label}
      </Button>
      {failure && (
        <p role="alert" className="max-w-60 text-sm text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}
