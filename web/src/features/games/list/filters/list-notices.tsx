import { ActionLink } from "../../../../page/action-link.tsx";
import HiddenExplicit from "../hidden-explicit.tsx";
import HiddenGames from "../hidden-games.tsx";
import { type FilterName, splitList } from "../list-filters.ts";
import { FilterChips } from "./filter-chips.tsx";
import { useFinderText } from "./finder-text.ts";
import { useChangeAddress } from "./use-change-address.ts";
import { useFinder } from "./use-finder.ts";
import { useFoundList } from "./use-found-games.ts";

/** The filters of a list, and how it differs from the request. */
export function ListNotices() {
  return (
    <div className="grid gap-3 empty:hidden max-lg:mt-3">
      <IgnoredFilters />
      <CorrectedSearch />
      <FilterChips />
      <HiddenExplicit hidden={useFoundList().list?.hidden_explicit} />
      <OwnGames />
    </div>
  );
}

/** Shows whether games of the visitor are hidden. */
function OwnGames() {
  const { library } = useFinder().state;
  const hidden = useFoundList().list?.hidden;
  return <HiddenGames to="/games" hidden={hidden} library={library} />;
}

/** The kind of value that a filter expects; by default a choice. */
const expected: { [Name in FilterName]?: "amount" | "number" | "day" } = {
  min_price: "amount",
  max_price: "amount",
  min_cut: "number",
  low_within: "number",
  min_rating: "number",
  min_metacritic: "number",
  min_players: "number",
  min_reviews: "number",
  released_from: "day",
  released_to: "day",
};

function IgnoredFilters() {
  const text = useFinderText();
  const { address } = useFinder();
  return splitList(address.ignored).map((name) => (
    <p key={name} role="status" className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      {text("finder.ignored", { name, reason: text(`finder.reason.${expected[name as FilterName] ?? "unknown"}`) })}
    </p>
  ));
}

/** Shows the corrected search, with a link to the one that was typed. */
function CorrectedSearch() {
  const text = useFinderText();
  const { state, show } = useFinder();
  const addressOf = useChangeAddress();
  const corrected = useFoundList().latest?.corrected;
  if (!corrected || state.exact) return null;
  return (
    <p role="status" className="text-base">
      {text("finder.corrected")} <strong>{corrected}</strong>
      {". "}
      {text("finder.instead")}{" "}
      <ActionLink
        path={addressOf({ exact: "true" })}
        rel="nofollow"
        onActivate={() => void show({ exact: "true" })}
        className="font-medium text-accent-text underline hover:no-underline"
      >
        {state.search}
      </ActionLink>
    </p>
  );
}
