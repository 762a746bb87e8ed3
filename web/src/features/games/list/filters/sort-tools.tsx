import { firstOrder, type GameSort } from "contract/games/sorting.ts";
import LayoutGrid from "lucide-static/icons/layout-grid.svg?react";
import Link from "lucide-static/icons/link.svg?react";
import List from "lucide-static/icons/list.svg?react";
import Rss from "lucide-static/icons/rss.svg?react";
import { useFeedPath } from "../../../../page/feeds.ts";
import { viewKey } from "../../../../page/head-script.ts";
import { ActionLink } from "../../../../page/links.tsx";
import { buttonStyle } from "../../../../ui/button-style.ts";
import { classNames } from "../../../../ui/class-names.ts";
import { Select } from "../../../../ui/select.tsx";
import { useCopy } from "../../../../ui/use-copy.ts";
import { browseSorts, listFeed, narrowTo, otherSorts } from "../list-search.ts";
import { useListText } from "../list-text.ts";
import { useFinderText } from "./finder-text.ts";
import { useChangeAddress } from "./use-change-address.ts";
import { useFinder } from "./use-finder.ts";

/** Sorts without a button, the view, the address of the search, and its feed. */
export function SortTools() {
  return (
    <>
      <SortSelect />
      <div className="ms-auto flex shrink-0 items-center">
        <ViewSwitch />
        <CopySearch />
        <FeedButton />
      </div>
    </>
  );
}

/** The sorts without a button, continuing these; beside them the direction, while one of them is active. */
function SortSelect() {
  const text = useListText();
  const { state, show } = useFinder();
  const addressOf = useChangeAddress();
  const offered: GameSort[] = [...(state.search ? ["relevance" as const] : []), ...otherSorts];
  const hasButton = (browseSorts as readonly GameSort[]).includes(state.sort);
  // an address may name a sort that is not offered
  const sorts = hasButton || offered.includes(state.sort) ? offered : [...offered, state.sort];
  const flipped = { order: state.order === "ASC" ? "DESC" : "ASC" } as const;
  return (
    <div className="flex min-w-0 grow items-center gap-1 sm:max-w-56">
      <Select
        label={text("browse.sort")}
        value={hasButton ? "" : state.sort}
        onChoose={(sort) => {
          if (sort !== "") void show({ sort: sort as GameSort, order: firstOrder(sort as GameSort) });
        }}
        className="needs-script min-w-0 grow"
      >
        {hasButton && <option value="">{text("browse.sort.more")}</option>}
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {text(`browse.sort.${sort}`)}
          </option>
        ))}
      </Select>
      {!hasButton && (
        <ActionLink
          href={addressOf(flipped)}
          rel="nofollow"
          aria-label={text("browse.sort.reverse")}
          title={text("browse.sort.reverse")}
          onActivate={() => void show(flipped)}
          className={buttonStyle("quiet", "icon", "text-accent-text max-sm:w-9")}
        >
          <span aria-hidden>{state.order === "ASC" ? "↑" : "↓"}</span>
        </ActionLink>
      )}
    </div>
  );
}

/** An icon, from 1,536 px on with its name. */
const toolStyle = (extra: string) => buttonStyle("quiet", "small", `max-2xl:size-11 max-2xl:px-0 ${extra}`);

/** Copies the address of the list. */
function CopySearch() {
  const text = useListText();
  const { copied, copy } = useCopy();
  return (
    <>
      <button
        type="button"
        title={text("browse.copy")}
        className={toolStyle("needs-script max-sm:hidden")}
        onClick={() => copy(location.href, text("browse.copy"))}
      >
        <Link aria-hidden className={classNames("size-5 2xl:size-4", copied && "text-positive")} />
        <span className="max-2xl:sr-only">{text("browse.copy")}</span>
      </button>
      <span aria-live="polite" className="sr-only">
        {copied && text("browse.copied")}
      </span>
    </>
  );
}

/** Leads to the feed of the list. */
function FeedButton() {
  const label = useFinderText()("finder.feed");
  const { address, place } = useFinder();
  return (
    <a
      href={useFeedPath(listFeed(narrowTo(place.about, address)))}
      title={label}
      className={toolStyle("max-sm:hidden")}
    >
      <Rss aria-hidden className="size-5 2xl:size-4" />
      <span className="max-2xl:sr-only">{label}</span>
    </a>
  );
}

const views = [
  { name: "grid", view: undefined, Icon: LayoutGrid },
  { name: "list", view: "list", Icon: List },
] as const;

/** Cards or the compact list. The address names the list; the browser remembers it. */
function ViewSwitch() {
  const text = useListText();
  const { state, show } = useFinder();
  const addressOf = useChangeAddress();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are sent
    <div
      role="group"
      aria-label={text("browse.view")}
      className="flex rounded-md border border-border bg-raised p-0.5 sm:me-1"
    >
      {views.map(({ name, view, Icon }) => (
        <ActionLink
          key={name}
          href={addressOf({ view })}
          rel="nofollow"
          aria-label={text(`browse.view.${name}`)}
          title={text(`browse.view.${name}`)}
          aria-pressed={state.view === view}
          onActivate={() => {
            rememberView(view);
            if (state.view !== view) void show({ view });
          }}
          className={classNames(
            "grid size-10 place-items-center rounded-[0.375rem] max-sm:w-9",
            state.view === view ? "bg-sunken text-text" : "text-muted hover:text-text",
          )}
        >
          <Icon aria-hidden className="size-5" />
        </ActionLink>
      ))}
    </div>
  );
}

/** Remembers in the browser how games are shown; `undefined` = as a grid. */
function rememberView(view: "list" | undefined): void {
  try {
    if (view) window.localStorage.setItem(viewKey, view);
    else window.localStorage.removeItem(viewKey);
  } catch {}
}
