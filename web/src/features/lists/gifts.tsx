import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { brand } from "contract/brand.ts";
import Gift from "lucide-static/icons/gift.svg?react";
import { useState } from "react";
import { failedWith } from "../../api/api-error.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";
import { useCall, useViewer } from "../../api/session.ts";
import { shownTitle } from "../../page/game-title.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useAction } from "../../ui/use-action.ts";
import type { TileGame } from "../games/tile-game.ts";
import { useWishlistFailure } from "../wishlist/wishlist-failure.ts";
import { useListsText } from "./lists-text.ts";

/** Who views a gift list: a friend, the owner, or a visitor who has not confirmed to be a friend. */
type GiftViewer = "unconfirmed" | "friend" | "owner" | "loading";

export interface Gifts {
  viewer: GiftViewer;
  /** Confirms that the visitor is a friend, and shows which gifts are taken. */
  reveal: () => void;
  /** By game id: whether the mark belongs to this browser. */
  marks: ReadonlyMap<number, boolean>;
  mark: (gameId: number) => Promise<void>;
  takeBack: (gameId: number) => Promise<void>;
}

/**
 * The gifts that friends have marked. Nothing is loaded before the visitor signs in or confirms to be a friend, and
 * nothing is stored: an owner who opens the link does not see them by accident (spec/lists 5.3).
 */
export function useGifts(token: string, isGiftList: boolean): Gifts {
  const call = useCall();
  const queryClient = useQueryClient();
  const user = useViewer();
  const [revealed, setRevealed] = useState(false);
  const isSignedIn = user !== null && user !== "unknown";
  const options = queryOptions({
    queryKey: ["gifts", token, isSignedIn ? user.id : null],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      call("POST /api/shared/{token}/gifts", { params: { token }, body: { giver: storedGiver() } }, { signal }),
  });
  const { data, error, refetch } = useQuery({ ...options, enabled: isGiftList && (isSignedIn || revealed) });

  /** Also after a failure: another friend may have been faster. */
  const refetchMarks = () => refetchChanged(queryClient, { queryKey: options.queryKey });
  return {
    viewer: viewerOf(),
    reveal: () => {
      setRevealed(true);
      if (error) void refetch();
    },
    marks: new Map(data?.gifts.map(({ game_id, mine }) => [game_id, mine])),
    async mark(gameId) {
      const input = { params: { token, gameId }, body: { giver: storedGiver() } };
      try {
        storeGiver((await call("PUT /api/shared/{token}/gifts/{gameId}", input)).giver);
      } finally {
        await refetchMarks();
      }
    },
    async takeBack(gameId) {
      const giver = storedGiver();
      if (giver === undefined) return;
      await call("DELETE /api/shared/{token}/gifts/{gameId}", { params: { token, gameId }, body: { giver } });
      await refetchMarks();
    },
  };

  function viewerOf(): GiftViewer {
    if (data) return "friend";
    if (error && failedWith(error, "forbidden")) return "owner";
    return (isSignedIn || revealed) && !error ? "loading" : "unconfirmed";
  }
}

/** Explains a gift list; asks other visitors to confirm that they are friends. */
export function GiftBox({ gifts: { viewer, reveal } }: { gifts: Gifts }) {
  const text = useListsText();
  return (
    <section aria-labelledby="gifts" className="mt-6 rounded-lg border border-border bg-sunken p-4 sm:p-5">
      <h2 id="gifts" className="flex items-center gap-2 text-md">
        <Gift aria-hidden className="size-5 text-positive" />
        {text("gifts.title")}
      </h2>
      <p className="mt-1.5 max-w-prose text-sm text-muted">
        {viewer === "owner" ? text("gifts.owner") : text("gifts.ask")}
      </p>
      {viewer === "unconfirmed" && (
        <>
          <p className="mt-1 max-w-prose text-sm text-muted">{text("gifts.own_list")}</p>
          <Button className="needs-script mt-3" onClick={reveal}>
            {text("gifts.reveal")}
          </Button>
        </>
      )}
      {viewer === "friend" && <p className="mt-1 max-w-prose text-sm text-muted">{text("gifts.hint")}</p>}
    </section>
  );
}

/** Shows friends whether a game is taken as a gift, and lets them mark it. */
export function GiftMarker({ gifts, game }: { gifts: Gifts; game: TileGame }) {
  const text = useListsText();
  const failureOf = useWishlistFailure();
  const { run, running, failure } = useAction((error) => failureOf(error, text("gifts.failed")));
  if (gifts.viewer !== "friend") return null;
  const mine = gifts.marks.get(game.id);

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {mine === undefined ? (
        <Button
          size="small"
          disabled={running}
          aria-label={`${text("gifts.give")}: ${shownTitle(game)}`}
          onClick={() => run(() => gifts.mark(game.id))}
        >
          <Gift aria-hidden className="size-4" />
          {text("gifts.give")}
        </Button>
      ) : (
        <Badge tone={mine ? "positive" : "neutral"}>{text(mine ? "gifts.mine" : "gifts.taken")}</Badge>
      )}
      {mine && (
        <Button
          kind="quiet"
          size="small"
          disabled={running}
          aria-label={`${text("gifts.take_back")}: ${shownTitle(game)}`}
          onClick={() => run(() => gifts.takeBack(game.id))}
        >
          {text("gifts.take_back")}
        </Button>
      )}
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}

/** In no cache family: it outlives the session, because the marks belong to the browser and not to a user. */
const giverKey = `${brand.slug}_giver`;

/** The id of this browser as a giver. */
function storedGiver(): string | undefined {
  try {
    return localStorage.getItem(giverKey) ?? undefined;
  } catch {
    return undefined;
  }
}

function storeGiver(giver: string): void {
  try {
    localStorage.setItem(giverKey, giver);
  } catch {}
}
