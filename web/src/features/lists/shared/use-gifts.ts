import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failedWith } from "../../../api/api-error.ts";
import { refetchChanged } from "../../../api/refetch-changed.ts";
import { useCall, useViewer } from "../../../api/session.ts";
import { storedGiver, storeGiver } from "./giver.ts";

/** Who views a gift list: a friend, the owner, or a visitor who has not confirmed to be a friend. */
export type GiftViewer = "unconfirmed" | "friend" | "owner" | "loading";

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
