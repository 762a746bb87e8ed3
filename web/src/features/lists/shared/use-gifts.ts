import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failedWith } from "../../../api/api-error.ts";
import { refetchChanged } from "../../../api/refetch-changed.ts";
import { useCall, useViewer } from "../../../api/session.ts";
import { storedGiver, storeGiver } from "./giver.ts";

/** Who looks at a gift list: a friend, the owner, or a visitor who has not said. */
export type GiftViewer = "asked" | "friend" | "owner" | "loading";

export interface Gifts {
  viewer: GiftViewer;
  /** Says that the visitor is a friend, and shows what is taken. */
  reveal: () => void;
  /** By the id of the game: whether it is this browser's own mark. */
  marks: ReadonlyMap<number, boolean>;
  mark: (gameId: number) => Promise<void>;
  takeBack: (gameId: number) => Promise<void>;
}

/**
 * What friends give. Nothing is loaded before the visitor has signed in or said to be a friend, and nothing of it is
 * remembered: an owner who comes by the own link does not see it by accident (spec/lists 5.3).
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

  /** Also after a failure, which may mean that someone else was faster. */
  const afterwards = () => refetchChanged(queryClient, { queryKey: options.queryKey });
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
        await afterwards();
      }
    },
    async takeBack(gameId) {
      const giver = storedGiver();
      if (giver === undefined) return;
      await call("DELETE /api/shared/{token}/gifts/{gameId}", { params: { token, gameId }, body: { giver } });
      await afterwards();
    },
  };

  function viewerOf(): GiftViewer {
    if (data) return "friend";
    if (error && failedWith(error, "forbidden")) return "owner";
    return (isSignedIn || revealed) && !error ? "loading" : "asked";
  }
}
