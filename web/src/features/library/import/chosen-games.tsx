import type { ImportTarget } from "contract/library/rules.ts";
import type { ImportPreview } from "contract/library/schema.ts";
import { type ReactNode, useId, useState } from "react";
import { useCall } from "../../../api/session.ts";
import { GameTitle, shownTitle } from "../../../page/game-title.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Select } from "../../../ui/select.tsx";
import { useAction } from "../../../ui/use-action.ts";
import { useLibraryText } from "../library-text.ts";
import { useLibraryChanges } from "../queries.ts";
import { GamePicker, type PickedGame } from "./game-picker.tsx";
import { SteamProblems } from "./import-sources.tsx";
import type { ImportResult, ImportSource } from "./import-tab.tsx";

const answers = ["owned", "wished"] as const satisfies readonly ImportTarget[];

interface ChosenGamesProps {
  source: ImportSource;
  preview: ImportPreview;
  onDone: (result: ImportResult) => void;
  onCancel: () => void;
}

/** What an import would add, in three groups: certain games, probable ones, and those not in the catalogue. */
export function ChosenGames({ source, preview, onDone, onCancel }: ChosenGamesProps) {
  const text = useLibraryText();
  const call = useCall();
  const { refresh } = useLibraryChanges();
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set());
  const [picked, setPicked] = useState(() => probableGames(preview));
  const [chosen, setChosen] = useState<ReadonlyMap<number, PickedGame>>(new Map());
  const { run, running, failure } = useAction(() => text("library.preview.apply_failed"));
  const itemsOf = (read: ImportPreview) => chosenItems(read, { excluded, picked, chosen });
  /** Each way to add the games: two if the list does not say what they are. */
  const ways = preview.decided
    ? [{ items: itemsOf(preview), label: "library.preview.apply" as const }]
    : answers.map((as) => ({
        items: itemsOf(withTarget(preview, as)),
        label: `library.preview.ask_${as}` as const,
      }));
  const offered = ways.filter(({ items }) => items.length > 0);

  const apply = async (items: ChosenItem[]) => {
    const result = await call("POST /api/library/import", { body: { source, items } });
    await refresh();
    onDone(result);
  };
  return (
    <div className="grid gap-6">
      <div>
        <h2 className="text-lg">{text("library.preview.title")}</h2>
        <SteamProblems problems={preview.problems} />
      </div>
      <FoundGames found={preview.found} isDecided={preview.decided} excluded={excluded} onChange={setExcluded} />
      {preview.unsure.length > 0 && (
        <UnsureGames unsure={preview.unsure} isDecided={preview.decided} picked={picked} onChange={setPicked} />
      )}
      {preview.missing.length > 0 && <MissingGames missing={preview.missing} chosen={chosen} onChange={setChosen} />}
      <div
        className={
          "sticky bottom-(--bottom-bar) -mx-4 flex flex-wrap items-center gap-3 border-t border-border bg-surface px-4 py-3 " +
          "sm:mx-0 sm:px-0"
        }
      >
        {!preview.decided && offered.length > 0 && (
          <p className="basis-full">
            <span className="font-semibold">{text("library.preview.ask")}</span>{" "}
            <span className="text-sm text-muted">{text("library.preview.ask_text")}</span>
          </p>
        )}
        {offered.map(({ items, label }, place) => (
          <Button
            key={label}
            kind={place === 0 ? "primary" : "secondary"}
            disabled={running}
            onClick={() => run(() => apply(items))}
          >
            {running && place === 0 ? text("library.preview.applying") : text(label, { count: items.length })}
          </Button>
        ))}
        {offered.length === 0 && <p className="text-muted">{text("library.preview.nothing")}</p>}
        <Button disabled={running} onClick={onCancel}>
          {text("library.preview.cancel")}
        </Button>
        {failure && <ErrorBox>{failure}</ErrorBox>}
      </div>
    </div>
  );
}

interface FoundGamesProps {
  found: ImportPreview["found"];
  /** Whether the list says what its games are. */
  isDecided: boolean;
  /** The indexes of unchecked games. */
  excluded: ReadonlySet<number>;
  onChange: (excluded: ReadonlySet<number>) => void;
}

/** The games that are certain, each with a checkbox; those that would not change are only counted. */
function FoundGames({ found, isDecided, excluded, onChange }: FoundGamesProps) {
  const text = useLibraryText();
  const items = found.map((item, place) => ({ item, place })).filter(({ item }) => !isUnchanged(item));
  const unchanged = found.length - items.length;
  const toggle = (place: number) => {
    const next = new Set(excluded);
    if (!next.delete(place)) next.add(place);
    onChange(next);
  };
  return (
    <PreviewGroup
      columns
      title={text("library.preview.found", { count: items.length })}
      hint={
        <>
          {items.length > 0 && text("library.preview.found_text")}{" "}
          {unchanged > 0 && text("library.preview.known", { count: unchanged })}
        </>
      }
      items={items}
      render={({ game, as }, place) => (
        <Checkbox
          checked={!excluded.has(place)}
          onChange={() => toggle(place)}
          label={
            <span className="inline-flex flex-wrap items-center gap-x-2">
              <span>
                <GameTitle game={game} />
                {game.year !== null && ` (${game.year})`}
              </span>
              {isDecided && <Badge>{text(`library.as.${as}`)}</Badge>}
            </span>
          }
        />
      )}
    />
  );
}

interface MissingGamesProps {
  missing: ImportPreview["missing"];
  /** The games that the user found, by index. */
  chosen: ReadonlyMap<number, PickedGame>;
  onChange: (chosen: ReadonlyMap<number, PickedGame>) => void;
}

/** The entries that match no game of this site, each with a search field. */
function MissingGames({ missing, chosen, onChange }: MissingGamesProps) {
  const text = useLibraryText();
  const pick = (place: number, game: PickedGame | undefined) => {
    const next = new Map(chosen);
    if (game) next.set(place, game);
    else next.delete(place);
    onChange(next);
  };
  return (
    <PreviewGroup
      title={text("library.preview.missing", { count: missing.length })}
      hint={text("library.preview.missing_text")}
      items={missing.map((item, place) => ({ item, place }))}
      render={({ name }, place) => (
        <div className="grid items-center gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <span className="wrap-anywhere">{name}</span>
          <GamePicker name={name} picked={chosen.get(place)} onPick={(game) => pick(place, game)} />
        </div>
      )}
    />
  );
}

interface UnsureGamesProps {
  unsure: ImportPreview["unsure"];
  isDecided: boolean;
  /** The chosen games by index. */
  picked: ReadonlyMap<number, number>;
  onChange: (picked: ReadonlyMap<number, number>) => void;
}

/** Entries that are probably a game, ticked, with alternatives; those that may be one of several are not ticked. */
function UnsureGames({ unsure, isDecided, picked, onChange }: UnsureGamesProps) {
  const text = useLibraryText();
  const pick = (place: number, value: string) => {
    const next = new Map(picked);
    if (value === "") next.delete(place);
    else next.set(place, Number(value));
    onChange(next);
  };
  return (
    <PreviewGroup
      title={text("library.preview.unsure", { count: unsure.length })}
      hint={text("library.preview.unsure_text")}
      items={unsure.map((item, place) => ({ item, place }))}
      render={({ name, as, candidates }, place) => (
        <div className="grid items-center gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <Checkbox
            checked={picked.has(place)}
            onChange={() => pick(place, picked.has(place) ? "" : String(candidates[0]!.id))}
            label={
              <span className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere">
                {name}
                {isDecided && <Badge>{text(`library.as.${as}`)}</Badge>}
              </span>
            }
          />
          <Select
            label={text("library.preview.choice", { name })}
            value={picked.get(place) ?? ""}
            onChoose={(value) => pick(place, value)}
          >
            <option value="">{text("library.preview.none")}</option>
            {candidates.map((game) => (
              <option key={game.id} value={game.id}>
                {game.year === null ? shownTitle(game) : `${shownTitle(game)} (${game.year})`}
              </option>
            ))}
          </Select>
        </div>
      )}
    />
  );
}

interface ChosenItem {
  gameId: number;
  as: ImportTarget;
  added_at: string | null;
}

/** The user's choices in a preview. */
interface Choices {
  /** Indexes of found games that are unchecked. */
  excluded: ReadonlySet<number>;
  /** Games by the indexes of uncertain entries. */
  picked: ReadonlyMap<number, number>;
  /** Games by the indexes of missing entries. */
  chosen: ReadonlyMap<number, { id: number }>;
}

/** Whether a game already has the state that it would get. */
function isUnchanged({ as, game }: ImportPreview["found"][number]): boolean {
  return game.known_as.includes(as);
}

/** The probable games, which are picked at first, by the indexes of their entries. */
export function probableGames({ unsure }: ImportPreview): ReadonlyMap<number, number> {
  return new Map(
    unsure.flatMap(({ as, candidates: [first], probable }, index) =>
      probable && first && !first.known_as.includes(as) ? [[index, first.id] as const] : [],
    ),
  );
}

/** The preview with the target that the user chose for all of it. */
export function withTarget(preview: ImportPreview, as: ImportTarget): ImportPreview {
  const set = <Entry extends object>(entries: readonly Entry[]) => entries.map((entry) => ({ ...entry, as }));
  return { ...preview, found: set(preview.found), unsure: set(preview.unsure), missing: set(preview.missing) };
}

/** The games to add, in the order of the entries of each group. */
export function chosenItems(
  { found, unsure, missing }: ImportPreview,
  { excluded, picked, chosen }: Choices,
): ChosenItem[] {
  const certain = found.filter((entry, index) => !isUnchanged(entry) && !excluded.has(index));
  return [
    ...certain.map(({ game, as, added_at }) => ({ gameId: game.id, as, added_at })),
    ...unsure.flatMap(({ as, added_at }, index) => {
      const gameId = picked.get(index);
      return gameId === undefined ? [] : [{ gameId, as, added_at }];
    }),
    ...missing.flatMap(({ as, added_at }, index) => {
      const game = chosen.get(index);
      return game ? [{ gameId: game.id, as, added_at }] : [];
    }),
  ];
}

/** How many entries are shown at first, and how many more with each click. */
const firstShown = 50;
const nextShown = 500;

interface PreviewGroupProps<Item> {
  title: string;
  hint: ReactNode;
  /** The entries with their indexes in the whole group. */
  items: readonly { item: Item; place: number }[];
  render: (item: Item, place: number) => ReactNode;
  columns?: boolean;
}

/** A group of a preview; a long one is expanded step by step. */
function PreviewGroup<Item>({ title, hint, items, render, columns = false }: PreviewGroupProps<Item>) {
  const text = useLibraryText();
  const id = useId();
  const [shown, setShown] = useState(firstShown);
  const more = Math.min(items.length - shown, nextShown);
  return (
    <section aria-labelledby={id} className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h3 id={id} className="figures text-md font-semibold">
        {title}
      </h3>
      <p className="mt-1 text-sm text-muted">{hint}</p>
      <ul
        className={columns ? "mt-3 grid gap-x-6 gap-y-2 empty:hidden md:grid-cols-2" : "mt-3 grid gap-3 empty:hidden"}
      >
        {items.slice(0, shown).map(({ item, place }) => (
          <li key={place} className="min-w-0">
            {render(item, place)}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button kind="quiet" size="small" className="mt-3 -ms-3" onClick={() => setShown(shown + nextShown)}>
          {text("library.preview.more", { count: more })}
        </Button>
      )}
    </section>
  );
}
