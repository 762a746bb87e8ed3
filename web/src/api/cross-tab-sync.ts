import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onCacheChange, writeCache } from "./browser-cache.ts";

/** The first part of the query keys of the user's own data. */
const areas = ["wishlist", "lists", "library", "channels", "rules"] as const;

type Area = (typeof areas)[number];

const timestampName = (area: Area) => `${area}_changed_at`;

/** Notifies the other tabs of a change, so that they refetch. */
export function announceChange(area: Area): void {
  writeCache("user", timestampName(area), Date.now());
}

/** Refetches what another tab has changed. Used once, on every page of signed-in users. */
export function useCrossTabSync(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stops = areas.map((area) =>
      onCacheChange("user", timestampName(area), () => void queryClient.invalidateQueries({ queryKey: [area] })),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
}
