import { useQuery } from "@tanstack/react-query";
import { useHydrated } from "@tanstack/react-router";
import { type ChoiceFilter, choiceFilters } from "contract/games/filter-kinds.ts";
import { cutSteps } from "contract/games/price-steps.ts";
import type { Facets } from "contract/games/schema.ts";
import { type Launcher, launcherName, launchers } from "contract/prices/launchers.ts";
import { useCountry, useMarket } from "../../../../../api/market.ts";
import { useCall, useViewer } from "../../../../../api/session.ts";
import { useStores } from "../../../../../api/stores.ts";
import { useNames } from "../../../../../api/texts.ts";
import { hasBundlesQuery } from "../../../../prices/has-bundles.ts";
import { StoreName } from "../../../../prices/store-name.tsx";
import { plansQuery } from "../../../../subscriptions/queries.ts";
import { splitList } from "../../list-filters.ts";
import { chosenTypes, toggleItem, toggleType, types } from "../chosen-items.ts";
import type { Counts } from "../facets.ts";
import { useFinderText } from "../finder-text.ts";
import { useFinder } from "../use-finder.ts";
import { useFacets } from "../use-found-games.ts";
import { usePending } from "../use-pending.ts";
import { FilterSection } from "./filter-section.tsx";
import { FlagFilter } from "./flag-filter.tsx";
import { OptionList, optionsOf } from "./option-list.tsx";
import { OptionRow } from "./option-row.tsx";
import { PriceSection } from "./price-section.tsx";
import { TagSection } from "./tag-section.tsx";
import { TextFilter } from "./typed-fields.tsx";

const cuts: readonly number[] = cutSteps;

/** The filters of the list, by section, without those that its page is about. They apply at once. */
export function FilterFields() {
  const { about = {} } = useFinder().place;
  const { data, refetch } = useFacets();
  const counts: Counts = {
    facets: data?.facets,
    missing: (list) => (data?.cut.includes(list) ? () => void refetch() : undefined),
  };
  return (
    <>
      <PriceSection prices={counts.facets?.price} />
      <CutSection {...counts} />
      {!about.store && <StoreSection {...counts} />}
      <ActivatesSection {...counts} />
      {!about.genre && <GenreSection {...counts} />}
      <TagSection {...counts} />
      <LowSection />
      <ReleaseSection />
      <ScoreSection />
      {choiceFilters.map(({ name, choices }) => (
        <ChoiceSection key={name} name={name} choices={choices} facet={counts.facets?.[name]} />
      ))}
      {!about.developer && <DeveloperSection />}
      <TypeSection {...counts} />
      <PlanSection />
      <BundleSection />
    </>
  );
}

function CutSection({ facets }: Counts) {
  const text = useFinderText();
  const { state, show } = useFinder();
  const countOf = (cut: number) => facets && (facets.cut.find(({ value }) => value === String(cut))?.count ?? 0);
  const chosen = state.min_cut === undefined || state.min_cut === 0 ? "" : String(state.min_cut);
  // an address may name a discount that is not offered
  const offered =
    chosen === "" || cuts.includes(Number(chosen)) ? cuts : [...cuts, Number(chosen)].sort((a, b) => a - b);
  return (
    <FilterSection title={text("finder.section.cut")} count={chosen === "" ? 0 : 1} isOpen>
      <ChoiceList
        name="min_cut"
        choices={[
          { value: "", label: text("finder.any") },
          ...offered.map((cut) => ({
            value: String(cut),
            label: text("finder.cut", { value: cut }),
            count: cuts.includes(cut) ? countOf(cut) : undefined,
          })),
        ]}
        selected={chosen}
        onChoose={(cut) => void show({ min_cut: cut === "" ? undefined : Number(cut) })}
      />
    </FilterSection>
  );
}

function StoreSection({ facets, missing }: Counts) {
  const text = useFinderText();
  const { state, show } = useFinder();
  const { stores, storeOf } = useStores();
  const selected = splitList(state.store);
  const nameOf = (key: string) => storeOf(key).name;
  return (
    <FilterSection title={text("finder.section.store")} count={selected.length + (state.official ? 1 : 0)} isOpen>
      <FlagFilter name="official" count={facets && (facets.official[0]?.count ?? 0)} />
      <OptionList
        name="store"
        options={
          facets ? optionsOf(facets.store, nameOf) : stores.map(({ key, name }) => ({ value: key, label: name }))
        }
        selected={selected}
        onToggle={(key, checked) => void show((latest) => ({ store: toggleItem(latest.store, key, checked) }))}
        findLabel={text("finder.find_store")}
        show={(key) => <StoreName store={key} />}
        missing={missing("store")}
      />
    </FilterSection>
  );
}

function ActivatesSection({ facets }: Counts) {
  const text = useFinderText();
  const { state, show } = useFinder();
  const selected = splitList(state.activates);
  const nameOf = (launcher: string) => launcherName(launcher as Launcher, text("launcher.drm_free"));
  return (
    <FilterSection title={text("finder.section.activates")} count={selected.length}>
      <OptionList
        name="activates"
        options={
          facets
            ? optionsOf(facets.activates, nameOf)
            : launchers.map((launcher) => ({ value: launcher, label: nameOf(launcher) }))
        }
        selected={selected}
        onToggle={(launcher, checked) =>
          void show((latest) => ({ activates: toggleItem(latest.activates, launcher, checked) }))
        }
        findLabel={text("finder.section.activates")}
        show={nameOf}
      />
    </FilterSection>
  );
}

function GenreSection({ facets, missing }: Counts) {
  const text = useFinderText();
  const { state, show } = useFinder();
  const selected = splitList(state.genre);
  const names = useNames();
  const nameOf = (genre: string) => names("genre", genre);
  return (
    <FilterSection title={text("finder.section.genre")} count={selected.length} isOpen>
      <OptionList
        name="genre"
        options={optionsOf(facets?.genre, nameOf)}
        selected={selected}
        onToggle={(genre, checked) => void show((latest) => ({ genre: toggleItem(latest.genre, genre, checked) }))}
        findLabel={text("finder.find_genre")}
        show={nameOf}
        missing={missing("genre")}
      />
    </FilterSection>
  );
}

function LowSection() {
  const text = useFinderText();
  const { state, show } = useFinder();
  return (
    <FilterSection title={text("finder.section.low")} count={state.low === undefined ? 0 : 1}>
      <ChoiceList
        name="low"
        choices={[
          { value: "", label: text("finder.any") },
          { value: "at", label: text("filter.low.at") },
          { value: "new", label: text("filter.low.new") },
          { value: "near", label: text("finder.low_near") },
        ]}
        selected={state.low ?? ""}
        onChoose={(low) => void show({ low: (low || undefined) as typeof state.low, low_within: undefined })}
      />
      {state.low === "near" && <TextFilter name="low_within" label={text("finder.low_within")} inputMode="numeric" />}
    </FilterSection>
  );
}

function ReleaseSection() {
  const text = useFinderText();
  const { state } = useFinder();
  const count = [state.released_from, state.released_to, state.upcoming].filter(Boolean).length;
  return (
    <FilterSection title={text("finder.section.release")} count={count}>
      <TextFilter name="released_from" label={text("finder.released_from")} type="date" />
      <TextFilter name="released_to" label={text("finder.released_to")} type="date" />
      <FlagFilter name="upcoming" />
    </FilterSection>
  );
}

function ScoreSection() {
  const text = useFinderText();
  const { state } = useFinder();
  const count = [state.min_rating, state.min_metacritic, state.min_players, state.min_reviews].filter(
    (value) => value !== undefined,
  ).length;
  return (
    <FilterSection title={text("finder.section.score")} count={count}>
      <TextFilter name="min_rating" label={text("finder.min_rating")} inputMode="decimal" />
      <TextFilter name="min_metacritic" label={text("finder.min_metacritic")} inputMode="numeric" />
      <TextFilter name="min_players" label={text("finder.min_players")} inputMode="numeric" />
      <TextFilter name="min_reviews" label={text("finder.min_reviews")} inputMode="numeric" />
    </FilterSection>
  );
}

function DeveloperSection() {
  const text = useFinderText();
  const { state } = useFinder();
  return (
    <FilterSection title={text("finder.section.developer")} count={state.developer === undefined ? 0 : 1}>
      <TextFilter name="developer" label={text("finder.developer")} />
    </FilterSection>
  );
}

interface ChoiceSectionProps {
  name: ChoiceFilter;
  choices: readonly string[];
  facet: Facets["type"] | undefined;
}

/** Any of the choices of a column. */
function ChoiceSection({ name, choices, facet }: ChoiceSectionProps) {
  const text = useFinderText();
  const { state, show } = useFinder();
  const selected = splitList(state[name]);
  return (
    <FilterSection title={text(`finder.section.${name}` as "finder.section.type")} count={selected.length}>
      <div className="grid">
        {choices.map((choice) => (
          <OptionRow
            key={choice}
            type="checkbox"
            name={name}
            value={choice}
            label={text(`filter.${name}.${choice}` as "filter.free")}
            count={facet && (facet.find(({ value }) => value === choice)?.count ?? 0)}
            checked={selected.includes(choice)}
            onChange={(checked) => void show((latest) => ({ [name]: toggleItem(latest[name], choice, checked) }))}
          />
        ))}
      </div>
    </FilterSection>
  );
}

interface ChoiceListProps {
  name: string;
  /** The first one means no filter and has the value `""`. */
  choices: readonly { value: string; label: string; count?: number | undefined }[];
  selected: string;
  onChoose: (value: string) => void;
}

/** Radio buttons. */
function ChoiceList({ name, choices, selected, onChoose }: ChoiceListProps) {
  const [shown, choose] = usePending(selected);
  return (
    <div className="grid">
      {choices.map(({ value, label, count }) => (
        <OptionRow
          key={value}
          type="radio"
          name={name}
          value={value}
          label={label}
          count={count}
          checked={value === shown}
          onChange={(checked) => {
            if (!checked) return;
            choose(value);
            onChoose(value);
          }}
        />
      ))}
    </div>
  );
}

/** The listed types: only games by default. */
function TypeSection({ facets }: Counts) {
  const text = useFinderText();
  const { state, show } = useFinder();
  const countOf = (type: string) => facets && (facets.type.find(({ value }) => value === type)?.count ?? 0);
  const chosen = chosenTypes(state.type);
  // unknown during hydration
  const viewer = useViewer();
  const hasLibrary = viewer !== null && viewer !== "unknown";
  return (
    <FilterSection
      title={text("finder.section.type")}
      count={state.type === undefined ? 0 : splitList(state.type).length}
    >
      <div className="grid">
        {types.map((type) => (
          <OptionRow
            key={type}
            type="checkbox"
            name="type"
            value={type}
            label={text(`filter.type.${type}`)}
            count={countOf(type)}
            checked={chosen.includes(type)}
            onChange={(checked) => void show((latest) => ({ type: toggleType(latest.type, type, checked) }))}
          />
        ))}
        {hasLibrary && (
          <OptionRow
            type="checkbox"
            name="library"
            value="dlc"
            label={text("finder.dlc_owned")}
            checked={state.library === "dlc"}
            onChange={(checked) => void show({ library: checked ? "dlc" : undefined, type: undefined })}
          />
        )}
      </div>
    </FilterSection>
  );
}

/** The subscription plans that have games. The last section, since it appears once they have loaded. */
function PlanSection() {
  const text = useFinderText();
  const { state, show } = useFinder();
  const { country } = useMarket();
  const { data: plans = [] } = useQuery(plansQuery(useCall(), country));
  const selected = splitList(state.plan);
  // the server loads them for a list that is filtered by them; another part may have loaded them before this hydrates
  const isHydrated = useHydrated();
  if (plans.length === 0 || (!isHydrated && selected.length === 0)) return null;
  return (
    <FilterSection title={text("finder.section.plan")} count={selected.length}>
      <OptionList
        name="plan"
        options={plans.map(({ key, name }) => ({ value: key, label: name }))}
        selected={selected}
        onToggle={(key, checked) => void show((latest) => ({ plan: toggleItem(latest.plan, key, checked) }))}
        findLabel={text("finder.section.plan")}
        show={(key) => plans.find((plan) => plan.key === key)?.name ?? key}
      />
    </FilterSection>
  );
}

/** Only where there are bundles, or an address asks for them. */
function BundleSection() {
  const text = useFinderText();
  const { state } = useFinder();
  const { data: hasBundles } = useQuery(hasBundlesQuery(useCall(), useCountry()));
  const isChosen = state.in_bundle === "true";
  if (!hasBundles && !isChosen) return null;
  return (
    <FilterSection title={text("filter.type.bundle")} count={isChosen ? 1 : 0}>
      <FlagFilter name="in_bundle" />
    </FilterSection>
  );
}
