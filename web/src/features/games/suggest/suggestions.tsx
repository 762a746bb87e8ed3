import { Link } from "@tanstack/react-router";
import { suggestTexts } from "contract/content-strings/defaults/suggest.ts";
import { cutBadge } from "contract/games/rules.ts";
import type { GameSuggestions } from "contract/games/schema.ts";
import { type KeyboardEvent, type Ref, useDeferredValue, useEffect, useImperativeHandle, useState } from "react";
import { useMoney } from "../../../api/market.ts";
import { useLanguage, useNames, useTextOf } from "../../../api/texts.ts";
import { GameTitle } from "../../../page/game-title.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { GameArt } from "../../images/game-art.tsx";
import HiddenExplicit from "../list/hidden-explicit.tsx";
import { MarkedText } from "./marked-text.tsx";
import { useSuggestions } from "./suggestions-query.ts";

/** The keyboard handler of the list, called by the field. */
export interface SuggestionKeys {
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

export interface SuggestionsProps {
  ref: Ref<SuggestionKeys>;
  /** The list's id in the page. */
  id: string;
  typed: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called with whether the list is shown and the id of the active option. */
  onListChange: (list: { shown: boolean; active: string | undefined }) => void;
  /** As wide as the field, wider, or the whole screen below it. */
  shape: "field" | "wide" | "screen";
}

const nameGroups = [
  { key: "genres", parameter: "genre" },
  { key: "tags", parameter: "tag" },
  { key: "developers", parameter: "developer" },
] as const;

const boxStyles = {
  field: "absolute top-full inset-x-0 mt-1.5 max-h-[min(34rem,60dvh)] rounded-lg border shadow-float",
  wide:
    "absolute top-full end-0 mt-1.5 max-h-[min(34rem,60dvh)] w-100 max-w-[calc(100vw-2rem)] min-w-full " +
    "rounded-lg border shadow-float",
  screen: "fixed inset-x-0 top-15.5 bottom-0 border-t",
};

const boxStyle = (shape: SuggestionsProps["shape"]) =>
  classNames("z-30 overflow-y-auto overscroll-contain border-border bg-raised p-1.5 text-start", boxStyles[shape]);

/** Shown in place of suggestions for a search that finds nothing. */
function NothingFound({ search, hidden, shape }: { search: string; hidden: number; shape: SuggestionsProps["shape"] }) {
  const text = useTextOf(suggestTexts);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus stays in the field, so that the box stays open
    <div onMouseDown={(event) => event.preventDefault()} className={boxStyle(shape)}>
      <p role="status" className="px-2.5 pt-2 text-sm break-words">
        {text(hidden > 0 ? "suggest.only_explicit" : "suggest.none", { search })}
      </p>
      <div className="px-2.5">
        <HiddenExplicit hidden={hidden} />
      </div>
      <Link to="/games" tabIndex={-1} className={`${optionStyle} mt-1 min-h-11 font-medium text-accent-text`}>
        {text("suggest.browse")}
      </Link>
    </div>
  );
}

/** The listbox of a search field: games, then genres, tags and developers, then all results (spec/games 2.10). */
export default function Suggestions({ ref, id, typed, open, onOpenChange, onListChange, shape }: SuggestionsProps) {
  const text = useTextOf(suggestTexts);
  const search = normalizeSearch(useDeferredValue(typed));
  const found = useSuggestions(search);
  const games = found?.games ?? [];
  const groups = nameGroups.map((group) => ({ ...group, names: found?.[group.key] ?? [] }));
  const keys = [
    ...games.map((game) => `game ${game.id}`),
    ...groups.flatMap(({ key, names }) => names.map((name) => `${key} ${name}`)),
  ];
  const suggested = keys.length;
  const shown = open && suggested > 0;
  // the last option leads to all results
  if (games.length > 0) keys.push("all");
  const count = keys.length;
  // by key, because a response may insert options before it; valid until the text changes
  const [active, setActive] = useState<{ text: string; key: string | undefined }>();
  const index = active?.key && active.text === typed ? keys.indexOf(active.key) : -1;
  const idOf = (option: number) => `${id}-${option}`;
  const activeId = shown && index >= 0 ? idOf(index) : undefined;

  useEffect(() => onListChange({ shown, active: activeId }), [onListChange, shown, activeId]);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  useImperativeHandle(ref, () => ({
    onKeyDown(event) {
      if (event.key === "Escape" && shown) {
        // the browser would clear the field
        event.preventDefault();
        return onOpenChange(false);
      }
      if (event.key === "Enter") {
        if (activeId) {
          event.preventDefault();
          document.getElementById(activeId)?.click();
        }
        return onOpenChange(false);
      }
      const next = suggested > 0 ? nextOption(event.key, shown ? index : -1, count) : null;
      if (next === null) return;
      event.preventDefault();
      onOpenChange(true);
      setActive({ text: typed, key: keys[next] });
    },
  }));

  if (open && search !== "" && found?.total === 0 && suggested === 0) {
    return <NothingFound search={typed.trim()} hidden={found.hidden_explicit} shape={shape} />;
  }
  if (!shown) return null;
  let option = games.length;
  const propsOf = (place: number) => ({ id: idOf(place), selected: place === index, search });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the choice of an option, by mouse or by key
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field
    <div
      // the focus stays in the field
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if ((event.target as HTMLElement).closest("[role=option]")) onOpenChange(false);
      }}
      className={boxStyle(shape)}
    >
      <div id={id} role="listbox" aria-label={text("suggest.title")}>
        {games.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
          <div role="group" aria-label={text("suggest.games")}>
            {games.map((game, place) => (
              <SuggestedGame key={game.id} game={game} {...propsOf(place)} />
            ))}
          </div>
        )}
        {groups.map(
          ({ key, parameter, names }) =>
            names.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: as above
              <div
                key={key}
                role="group"
                aria-label={text(`suggest.${key}`)}
                className="mt-1 border-t border-border pt-1"
              >
                <div aria-hidden className="px-2.5 pt-1 text-xs text-muted">
                  {text(`suggest.${key}`)}
                </div>
                {names.map((name) => (
                  <SuggestedName key={name} name={name} parameter={parameter} {...propsOf(option++)} />
                ))}
              </div>
            ),
        )}
        {games.length > 0 && (
          // submits the form, which opens the results
          <button
            type="button"
            role="option"
            onClick={(event) => event.currentTarget.form?.requestSubmit()}
            tabIndex={-1}
            id={idOf(count - 1)}
            aria-selected={count - 1 === index}
            className={`${optionStyle} mt-1 min-h-11 w-full font-medium text-accent-text`}
          >
            {found?.total == null ? text("suggest.see_some") : text("suggest.see_all", { count: found.total })}
          </button>
        )}
      </div>
      <span aria-live="polite" className="sr-only">
        {text("suggest.count", { count: suggested })}
      </span>
    </div>
  );
}

/**
 * The option that a key moves to from the current one, -1 being the text field; `null` for keys of the text field.
 * Moves wrap around through the text field.
 */
export function nextOption(key: string, current: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return current + 1 >= count ? -1 : current + 1;
    case "ArrowUp":
      return current < 0 ? count - 1 : current - 1;
    case "Home":
      return current < 0 ? null : 0;
    case "End":
      return current < 0 ? null : count - 1;
    default:
      return null;
  }
}

/** Maps spellings of a search with the same results to one form. */
function normalizeSearch(typed: string): string {
  return typed.trim().toLowerCase().replace(/\s+/g, " ");
}

interface SuggestedGameProps {
  id: string;
  selected: boolean;
  search: string;
  game: GameSuggestions["games"][number];
}

/** A game with its cover, price and discount, which leads to its page. */
function SuggestedGame({ id, selected, search, game }: SuggestedGameProps) {
  const language = useLanguage();
  const { formatOrFree } = useMoney();
  const cut = cutBadge(game.cut, language);
  return (
    <Link
      to="/games/$id"
      params={{ id: String(game.id) }}
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className={`${optionStyle} min-h-14`}
    >
      <GameArt
        gameId={game.id}
        version={game.picture_version}
        alt={null}
        variant="landscape"
        narrowVariant="portrait"
        sizes="98px"
        narrowSizes="31px"
        load="soon"
        className="aspect-[460/215] h-[46px] shrink-0 rounded-sm max-sm:aspect-[2/3]"
      />
      <span className="line-clamp-2 min-w-0 grow">
        <GameTitle game={game} beside="text-sm" show={(title) => <MarkedText name={title} search={search} />} />
      </span>
      <span className="flex shrink-0 flex-col items-end gap-x-2 gap-y-0.5 sm:flex-row-reverse sm:items-center">
        <span className="figures font-semibold">{formatOrFree(game.best_price)}</span>
        {cut && <Badge tone="accent">{cut}</Badge>}
      </span>
    </Link>
  );
}

/** The style of an option, including active and hovered. */
const optionStyle =
  "flex items-center gap-3 rounded-md px-2.5 py-1.5 text-start hover:bg-sunken aria-selected:bg-sunken " +
  "aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent-text";

interface SuggestedNameProps {
  id: string;
  selected: boolean;
  search: string;
  name: string;
  /** The filter of the list that the name is a value of. */
  parameter: "genre" | "tag" | "developer";
}

/** A genre, tag or developer, which leads to its games. */
function SuggestedName({ id, selected, search, name, parameter }: SuggestedNameProps) {
  const nameOf = useNames();
  return (
    <Link
      to="/games"
      search={{ [parameter]: name } as never}
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className={`${optionStyle} min-h-11`}
    >
      <bdi className="min-w-0 truncate">
        <MarkedText name={nameOf(parameter, name)} search={search} />
      </bdi>
    </Link>
  );
}
