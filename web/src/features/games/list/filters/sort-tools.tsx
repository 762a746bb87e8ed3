import { firstOrder, type GameSort } from "contract/games/sorting.ts";
import LayoutGrid from "lucide-react/icons/layout-grid";
import Link from "lucide-react/icons/link";
import List from "lucide-react/icons/list";
import Rss from "lucide-react/icons/rss";
import { useEffect, useState } from "react";
import { useFeedPath } from "../../../../page/feeds.ts";
import { viewKey } from "../../../../page/head-script.ts";
import { ActionLink } from "../../../../page/links.tsx";
import { buttonStyle } from "../../../../ui/button-style.ts";
import { classNames } from "../../../../ui/class-names.ts";
import { Select } from "../../../../ui/select.tsx";
import { browseSorts, listFeed, otherSorts } from "../list-search.ts";
import { useListText } from "../list-text.ts";
import { useFinderText } from "./finder-text.ts";
import { useChangeAddress } from "./use-change-address.ts";
import { useFinder } from "./use-finder.ts";

/** All sorts, the view, the address of the search, and its feed. */
export function SortTools() {
  return (
    <>
      <SortSelect />
      <div className="ml-auto flex shrink-0">
        <ViewSwitch />
        <CopySearch />
        <FeedButton />
      </div>
    </>
  );
}

/** All sorts, those with a button as well. */
function SortSelect() {
  const text = useListText();
  const { state, show } = useFinder();
  const offered: GameSort[] = [...(state.search ? ["relevance" as const] : []), ...browseSorts, ...otherSorts];
  // an address may name a sort that is not offered
  const sorts = offered.includes(state.sort) ? offered : [...offered, state.sort];
  return (
    <Select
      label={text("browse.sort")}
      value={state.sort}
      onChoose={(sort) => void show({ sort: sort as GameSort, order: firstOrder(sort as GameSort) })}
      className="needs-script min-w-0 grow sm:max-w-48"
    >
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {text(`browse.sort.${sort}`)}
        </option>
      ))}
    </Select>
  );
}

/** How long the button shows that the address was copied, in milliseconds. */
const noticeTime = 2500;

/** Copies the address of the list, or shows it where the clipboard is blocked. */
function CopySearch() {
  const text = useListText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), noticeTime);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setCopied(true);
    } catch {
      window.prompt(text("browse.copy"), location.href);
    }
  };
  return (
    <>
      <button
        type="button"
        aria-label={text("browse.copy")}
        title={text("browse.copy")}
        className={buttonStyle("quiet", "icon", "needs-script max-[24rem]:hidden")}
        onClick={copy}
      >
        <Link aria-hidden className={classNames("size-5", isCopied && "text-positive")} />
      </button>
      <span aria-live="polite" className="sr-only">
        {isCopied && text("browse.copied")}
      </span>
    </>
  );
}

/** Leads to the feed of the list. */
function FeedButton() {
  const label = useFinderText()("finder.feed");
  const { address } = useFinder();
  return (
    <a
      href={useFeedPath(listFeed(address))}
      aria-label={label}
      title={label}
      className={buttonStyle("quiet", "icon", "max-sm:hidden")}
    >
      <Rss aria-hidden className="size-5" />
    </a>
  );
}

/** Switches between the grid and the compact list. The address names it; the browser remembers it. */
function ViewSwitch() {
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

/** Remembers in the browser how games are shown; `undefined` = as a grid. */
function rememberView(view: "list" | undefined): void {
  try {
    if (view) window.localStorage.setItem(viewKey, view);
    else window.localStorage.removeItem(viewKey);
  } catch {}
}

/** How games were shown last. */
function rememberedView(): "list" | undefined {
  try {
    return window.localStorage.getItem(viewKey) === "list" ? "list" : undefined;
  } catch {
    return undefined;
  }
}
