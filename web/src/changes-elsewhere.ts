import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { keepCopy, onCopyElsewhere } from "./browser-cache.ts";

/** What a signed-in visitor keeps here: the first part of the keys of its answers. */
const areas = ["wishlist", "alerts"] as const;

type Area = (typeof areas)[number];

const copyName = (area: Area) => `${area}_changed_at`;

/** Tells the other tabs that this one has changed something, so that they ask for it anew. */
export function announceChange(area: Area): void {
  keepCopy("user", copyName(area), Date.now());
}

/** Asks anew for what another tab has changed. Stands once, on every page of those who are signed in. */
export function useChangesElsewhere(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stops = areas.map((area) =>
      onCopyElsewhere("user", copyName(area), () => void queryClient.invalidateQueries({ queryKey: [area] })),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);
}
