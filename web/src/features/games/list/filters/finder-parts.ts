import { lazyRouteComponent } from "@tanstack/react-router";
import { loadWhenOnline } from "../../../../page/load-when-online.ts";

/** From this width on the panel is beside the list. */
const wide = "(min-width: 64rem)";

/**
 * The parts of the browse page that the server renders and that hydrate after the list. The panel hydrates on wide
 * screens only: phones have the sheet.
 */
export const FilterPanel = lazyRouteComponent(
  () => wideScreen().then(() => loadWhenOnline(() => import("./filter-panel.tsx"))),
  "FilterPanel",
);
export const SortTools = lazyRouteComponent(() => loadWhenOnline(() => import("./sort-tools.tsx")), "SortTools");
export const ListNotices = lazyRouteComponent(() => loadWhenOnline(() => import("./list-notices.tsx")), "ListNotices");
export const EmptyHints = lazyRouteComponent(() => loadWhenOnline(() => import("./empty-hints.tsx")), "EmptyHints");
export const CompactList = lazyRouteComponent(() => loadWhenOnline(() => import("./compact-list.tsx")), "CompactList");

/** On the server, resolves when the code of the rendered parts is loaded; in the browser it loads in the background. */
export async function loadFinder(): Promise<void> {
  const parts = [FilterPanel, SortTools, ListNotices, ...(import.meta.env.SSR ? [EmptyHints, CompactList] : [])].map(
    (part) => part.preload?.(),
  );
  if (import.meta.env.SSR) await Promise.all(parts);
}

/** Resolves once the screen is wide enough for the panel. */
async function wideScreen(): Promise<void> {
  if (import.meta.env.SSR) return;
  const media = matchMedia(wide);
  if (media.matches) return;
  await new Promise((resolve) => media.addEventListener("change", resolve, { once: true }));
}
