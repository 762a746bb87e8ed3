import { type FilterName, filterKinds } from "contract/games/filter-kinds.ts";
import X from "lucide-static/icons/x.svg?react";
import { useEffect, useRef } from "react";
import { FilledText } from "../../../../page/filled-text.tsx";
import { ActionLink } from "../../../../page/links.tsx";
import HiddenExplicit from "../hidden-explicit.tsx";
import HiddenGames from "../hidden-games.tsx";
import { readFilters, splitList } from "../list-filters.ts";
import { summaryId } from "../list-form.ts";
import type { BrowseState } from "../list-search.ts";
import { without } from "./chosen-items.ts";
import { useFinderText } from "./finder-text.ts";
import { SaveSearch } from "./save-search.tsx";
import { useChangeAddress } from "./use-change-address.ts";
import { useFilterLabels } from "./use-filter-labels.ts";
import { useFinder } from "./use-finder.ts";
import { useFoundList } from "./use-found-games.ts";

/** The filters of a list, and how it differs from the request. */
export function ListNotices() {
  const { list, latest } = useFoundList();
  const { library } = useFinder().state;
  return (
    <div className="grid gap-3 empty:hidden max-lg:mt-3">
      <IgnoredFilters />
      <CorrectedSearch corrected={latest?.corrected} />
      <FilterChips />
      <HiddenExplicit hidden={list?.hidden_explicit} />
      {/* games of the visitor */}
      <HiddenGames hidden={list?.hidden} library={library} />
    </div>
  );
}

/** What a filter with an invalid value expects. */
function expected(name: string): "amount" | "number" | "day" | "unknown" {
  const { is } = filterKinds[name as FilterName];
  if (is === "amount" || is === "day") return is;
  return is === "percent" || is === "whole" || is === "decimal" ? "number" : "unknown";
}

function IgnoredFilters() {
  const text = useFinderText();
  const { address } = useFinder();
  return splitList(address.ignored).map((name) => (
    <p key={name} role="status" className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      {text("finder.ignored", { name, reason: text(`finder.reason.${expected(name)}`) })}
    </p>
  ));
}

/** Shows the corrected search, with a link to the one that was typed. */
function CorrectedSearch({ corrected }: { corrected: string | null | undefined }) {
  const text = useFinderText();
  const { state, show } = useFinder();
  const addressOf = useChangeAddress();
  if (!corrected || state.exact) return null;
  const typed = (
    <ActionLink
      href={addressOf({ exact: "true" })}
      rel="nofollow"
      onActivate={() => void show({ exact: "true" })}
      className="font-medium text-accent-text underline hover:no-underline"
    >
      {state.search}
    </ActionLink>
  );
  return (
    <p role="status" className="text-base">
      <FilledText
        text={text("finder.corrected", { search: "{search}" })}
        nodes={{ search: <strong>{corrected}</strong> }}
      />{" "}
      <FilledText text={text("finder.instead", { search: "{search}" })} nodes={{ search: typed }} />
    </p>
  );
}

/** The filters that are set, each removable. When one is removed, the focus moves to the next one, or to the summary. */
function FilterChips() {
  const text = useFinderText();
  const { state, show } = useFinder();
  const addressOf = useChangeAddress();
  const labels = useFilterLabels()(state);
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number>(undefined);
  const labelsKey = labels.map(({ label }) => label).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the chips have changed
  useEffect(() => {
    if (removed.current === undefined) return;
    const chips = list.current?.querySelectorAll("a") ?? [];
    const next = chips[Math.min(removed.current, labels.length - 1)] ?? document.getElementById(summaryId);
    removed.current = undefined;
    next?.focus();
  }, [labelsKey]);
  // the list unmounts with its last chips
  useEffect(
    () => () => {
      if (removed.current !== undefined) document.getElementById(summaryId)?.focus();
    },
    [],
  );
  if (labels.length === 0) return state.search ? <SaveSearch /> : null;

  const chip = (change: Partial<BrowseState>, onActivate: () => void) => ({
    href: addressOf(change),
    rel: "nofollow",
    onActivate: () => {
      onActivate();
      void show(change);
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <ul ref={list} aria-label={text("finder.chips")} className="flex flex-wrap items-center gap-2">
        {labels.map((label, index) => (
          <li key={`${label.name} ${label.item}`} className="min-w-0">
            <ActionLink
              {...chip(without(label, state), () => {
                removed.current = index;
              })}
              aria-label={text("finder.remove", { filter: label.label })}
              className={
                "flex min-h-8 items-center gap-1.5 rounded-full border border-border-strong/60 bg-raised py-1 pe-2 ps-3 " +
                "text-sm hover:border-border-strong hover:bg-sunken"
              }
            >
              <span className="min-w-0">{label.label}</span>
              <X aria-hidden className="size-3.5 shrink-0 text-muted" />
            </ActionLink>
          </li>
        ))}
        <li>
          <ActionLink
            {...chip(readFilters({}), () => {
              removed.current = 0;
            })}
            className="flex min-h-8 items-center px-2 text-sm font-medium text-accent-text hover:underline"
          >
            {text("finder.clear_all")}
          </ActionLink>
        </li>
      </ul>
      <SaveSearch />
    </div>
  );
}
