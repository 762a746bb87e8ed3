import LayoutGrid from "lucide-react/icons/layout-grid";
import List from "lucide-react/icons/list";
import { useEffect } from "react";
import { ActionLink } from "../../../../page/action-link.tsx";
import { buttonStyle } from "../../../../ui/button-style.ts";
import { useListText } from "../list-text.ts";
import { rememberedView, rememberView } from "../list-view.ts";
import { useChangeAddress } from "./use-change-address.ts";
import { useFinder } from "./use-finder.ts";

/** Switches between the grid and the compact list. The address names it; the browser remembers it. */
export function ViewSwitch() {
  const text = useListText();
  const { state, show } = useFinder();
  const addressOf = useChangeAddress();
  const view = state.view === undefined ? "list" : "grid";
  const next = view === "list" ? view : undefined;
  const isFresh = state.view === undefined && state.page === 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first view comes from the browser
  useEffect(() => {
    if (isFresh && rememberedView() === "list") void show({ view: "list" }, true);
  }, []);
  const Icon = view === "list" ? List : LayoutGrid;
  return (
    <ActionLink
      path={addressOf({ view: next })}
      rel="nofollow"
      aria-label={text(`browse.view.${view}`)}
      title={text(`browse.view.${view}`)}
      onActivate={() => {
        rememberView(next);
        void show({ view: next });
      }}
      className={buttonStyle("quiet", "icon")}
    >
      <Icon aria-hidden className="size-5" />
    </ActionLink>
  );
}
