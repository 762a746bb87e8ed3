import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import { type FeedColumn, feedColumns } from "contract/prices/feed-rules.ts";
import type { FeedPreview, FeedPreviewRow, ProductFeed } from "contract/prices/feed-schema.ts";
import { useEffect, useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ActionButton, ConfirmButton } from "../../admin/action-button.tsx";
import { LeaveGuard } from "../../admin/leave-guard.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { BackLink } from "../../admin/tab-page.tsx";
import { rowStyle, Table } from "../../admin/table.tsx";
import type { Changes } from "../../admin/use-changes.tsx";
import { EditConflict } from "../../admin/use-edits.tsx";
import { EncodingBox } from "./encoding-box.tsx";
import {
  columnField,
  type EditedFeed,
  type FeedEdit,
  type FeedField,
  type FeedForm,
  fieldNames,
  isNeeded,
  useFeedEdit,
} from "./feed-form.ts";
import { Refusals } from "./refusals.tsx";

/** Which stores and markets may have feeds. */
export interface Places {
  stores: readonly { key: string; name: string; columns?: EditedFeed["columns"]; about_feed?: string }[];
  markets: readonly { country: string; currency: string }[];
}

interface FeedPageProps {
  /** The feed to edit; a new one without it. */
  feed: ProductFeed | undefined;
  places: Places;
  changes: Changes;
  /** The search parameters of the list. */
  listSearch: object;
  onLeave: () => void;
}

/** Adds, changes or removes a feed, with a preview of its content. */
export function FeedPage({ feed, places, changes, listSearch, onLeave }: FeedPageProps) {
  const [done, setDone] = useState<string>();
  const edit = useFeedEdit(feed, setDone);
  const hasLeft = done !== undefined && !edit.unsaved;
  // only after the edits are saved, so that the leave guard does not ask
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once
  useEffect(() => {
    if (!hasLeft) return;
    changes.report(done);
    onLeave();
  }, [hasLeft]);
  const denialReason = useDenialReason()("sources.write");
  const name = places.stores.find(({ key }) => key === feed?.store)?.name ?? feed?.store ?? "";
  return (
    <>
      <BackLink search={listSearch}>All feeds</BackLink>
      <h2 className="mb-4 text-lg">{feed ? `Feed of ${name} for ${feed.country}` : "Add feed"}</h2>
      <form {...edit.formProps} aria-label="Feed" className="grid gap-5 rounded-lg border border-border bg-raised p-5">
        <fieldset disabled={denialReason !== undefined} className="grid gap-5">
          <FeedFieldset edit={edit} places={places} found={edit.preview?.columns ?? []} />
        </fieldset>
        {edit.failure && <ErrorBox>{edit.failure}</ErrorBox>}
        <div className="flex flex-wrap gap-3">
          <ActionButton
            kind="primary"
            type="submit"
            denialReason={denialReason}
            disabled={!edit.unsaved || edit.saving}
          >
            {feed ? "Save feed" : "Add feed"}
          </ActionButton>
          <ActionButton denialReason={denialReason} disabled={edit.reading} onClick={() => void edit.readPreview()}>
            {edit.reading ? "Reading…" : "Preview"}
          </ActionButton>
          <Button disabled={!edit.unsaved || edit.saving} onClick={edit.cancel}>
            Discard
          </Button>
          {feed && (
            <ConfirmButton
              kind="danger"
              className="ms-auto"
              denialReason={denialReason}
              question={{
                title: `Remove the feed of ${name}?`,
                action: "Remove",
                text: "It is no longer read. Its offers stay as they are now: disable the store if they should not be shown.",
                onConfirm: edit.remove,
                failed: "Failed to remove the feed",
              }}
            >
              Remove feed
            </ConfirmButton>
          )}
        </div>
      </form>
      {feed && (
        <LastRead feed={feed} name={name} denialReason={denialReason} onAccept={() => edit.acceptLoss(changes)} />
      )}
      <div aria-live="polite">{edit.preview && <FeedPreviewResult preview={edit.preview} />}</div>
      <LeaveGuard unsaved={edit.unsaved} onDiscard={edit.cancel} />
      <EditConflict edit={edit} />
    </>
  );
}

interface LastReadProps {
  feed: ProductFeed;
  name: string;
  denialReason: string | undefined;
  onAccept: () => void;
}

/** The size of the last read, for which a much smaller feed is refused. */
function LastRead({ feed: { source, offers, read_at }, name, denialReason, onAccept }: LastReadProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
      <span>
        {offers === null
          ? "No run has read it yet, or the next one takes it as it is."
          : `Last read on ${formatMoment(read_at)}, with ${formatCount(offers)} good rows; over 30% fewer are refused.`}
      </span>
      {offers !== null && (
        <ActionButton size="small" denialReason={denialReason} onClick={onAccept}>
          Accept fewer rows
        </ActionButton>
      )}
      <RunsLink source={source} name={name} />
    </div>
  );
}

interface FeedFieldsetProps {
  edit: FeedEdit;
  places: Places;
  /** The columns of the feed, once they are known. */
  found: readonly string[];
}

/** The controls for all fields of a feed. */
function FeedFieldset({ edit, places, found }: FeedFieldsetProps) {
  const listId = useId();
  const { form, problems, change } = edit;
  const market = places.markets.find(({ country }) => country === form.country);
  const about = places.stores.find(({ key }) => key === form.store)?.about_feed;
  const text = (
    field: FeedField,
    more: { hint?: string; placeholder?: string; label?: string; list?: string } = {},
  ) => {
    const error = problems.get(field);
    return (
      <TextField
        key={field}
        label={fieldNames[field]}
        value={form[field]}
        autoComplete="off"
        spellCheck={false}
        {...more}
        {...(error && { error })}
        onChange={({ target }) => change({ [field]: target.value })}
      />
    );
  };
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <Choice
          field="store"
          edit={edit}
          options={places.stores.map(({ key, name }) => [key, name])}
          onChoose={(key) => change({ ...columnsOf(places, key), store: key })}
        />
        <Choice
          field="country"
          edit={edit}
          options={places.markets.map(({ country, currency }) => [country, `${country} (${currency})`])}
        />
        {text("currency", {
          hint: "For amounts without a currency; if empty, they are refused",
          placeholder: market?.currency ?? "",
        })}
      </div>
      {text("url", { hint: "A CSV, TSV or Google Merchant XML file, compressed or not. Secrets are shown as ***" })}
      <EncodingBox
        encoding={form.encoding === "windows-1252" ? form.encoding : undefined}
        onChange={(encoding) => change({ encoding: encoding ?? "" })}
      />
      <fieldset>
        <legend className="text-sm font-medium">Columns</legend>
        <p className="mt-1 mb-3 text-sm text-muted">
          The names in the feed; leave a field empty if the name is the same. A preview finds the names.
        </p>
        {about && (
          <p className="mb-3 text-sm">
            <strong>From the pack of the store:</strong> {about} Preview the feed before you save it.
          </p>
        )}
        <div className="grid grid-cols-2 items-start gap-x-5 gap-y-3 sm:grid-cols-3 xl:grid-cols-4">
          {feedColumns.map((column) =>
            text(columnField(column), {
              label: isNeeded(column) ? `${column} (required)` : column,
              placeholder: column,
              list: listId,
            }),
          )}
        </div>
        <datalist id={listId}>
          {found.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </fieldset>
    </>
  );
}

/** The columns that the store's pack names, as fields of the form; none for a store without a pack. */
function columnsOf({ stores }: Places, key: string): Partial<FeedForm> {
  const columns = stores.find((store) => store.key === key)?.columns ?? {};
  return Object.fromEntries(Object.entries(columns).map(([column, name]) => [columnField(column as FeedColumn), name]));
}

interface ChoiceProps {
  field: "store" | "country";
  edit: FeedEdit;
  options: [value: string, text: string][];
  onChoose?: (value: string) => void;
}

function Choice({ field, edit: { form, problems, change }, options, onChoose }: ChoiceProps) {
  const error = problems.get(field);
  const noteId = useId();
  const isListed = options.some(([value]) => value === form[field]);
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{fieldNames[field]}</span>
      <Select
        label={fieldNames[field]}
        value={form[field]}
        {...(error && { "aria-invalid": true, "aria-describedby": noteId })}
        onChoose={onChoose ?? ((value) => change({ [field]: value }))}
      >
        {!isListed && <option value={form[field]}>{form[field] || "Choose"}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
      {error && (
        <p id={noteId} className="text-sm text-danger">
          {form[field] === "" ? "Choose one" : error}
        </p>
      )}
    </div>
  );
}

/** Links to the runs of a feed, which are listed as those of a source. */
export function RunsLink({ source, name }: { source: string; name: string }) {
  return (
    <Link
      to="/admin/{-$tab}"
      params={{ tab: "sources" }}
      search={{ source } as never}
      aria-label={`Runs of the feed of ${name}`}
      className="whitespace-nowrap underline"
    >
      Runs
    </Link>
  );
}

/** The content of a feed, and what a run would change now. */
function FeedPreviewResult({ preview }: { preview: FeedPreview }) {
  const { problem, rows, refusals, columns } = preview;
  return (
    <section aria-label="Preview" className="mt-6 grid gap-6">
      <h3 className="text-md">Preview</h3>
      {problem && <ErrorBox>A run would refuse this feed: {problem}</ErrorBox>}
      {preview.read > 0 && <Counts preview={preview} />}
      {rows.length > 0 && <Rows rows={rows} />}
      {columns.length > 0 && <p className="text-sm break-words text-muted">Its columns: {columns.join(", ")}</p>}
      {refusals.length > 0 && (
        <div>
          <h4 className="mb-2 text-sm font-medium">Refused rows and ignored values</h4>
          <Refusals refusals={refusals} />
        </div>
      )}
    </section>
  );
}

function Counts({ preview }: { preview: FeedPreview }) {
  const { read, whole, considered, matched, unmatched, changed, price_changes, refused } = preview;
  const counts: [string, number][] = [
    ["Rows read", read],
    ["Games found", matched],
    ["Of no game, or not for certain", unmatched],
    ["Offers that would change", changed],
    ["Prices that would change", price_changes],
    ["Rows refused", refused],
  ];
  return (
    <div>
      <dl className="grid grid-cols-2 gap-4 rounded-lg border border-border bg-raised p-5 text-sm lg:grid-cols-6">
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="figures mt-0.5 text-md">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {considered < read && (
        <p className="mt-2 text-sm text-muted">
          All but the first are counts of its first {formatCount(considered)} rows.
        </p>
      )}
      {!whole && <p className="mt-2 text-sm text-muted">The feed is longer than what a preview reads.</p>}
    </div>
  );
}

const columns = ["Line", "Product", "Title", "Price", "Regular", "In stock", "What a run makes of it"];

function Rows({ rows }: { rows: readonly FeedPreviewRow[] }) {
  return (
    <Table label="First rows" columns={columns}>
      {rows.map((row) => (
        <tr key={`${row.line} ${row.product_id}`} className={`${rowStyle} [&>td]:py-2`}>
          <td className="figures">{row.line}</td>
          <td className="break-all">{row.product_id ?? "–"}</td>
          <td className="min-w-40">{row.title ?? "–"}</td>
          <td className="figures whitespace-nowrap">{amount(row, row.price)}</td>
          <td className="figures whitespace-nowrap">{amount(row, row.regular)}</td>
          <td>{row.in_stock === null ? "–" : row.in_stock ? "Yes" : "No"}</td>
          <td className="min-w-48">
            <Outcome row={row} />
            {row.warning && <span className="block text-muted">{row.warning}</span>}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Outcome({ row: { game, problem } }: { row: FeedPreviewRow }) {
  if (problem) return <span className="text-danger">{problem}</span>;
  if (!game) return <span className="text-muted">Waits under Matches, or was decided to be no game</span>;
  return (
    <Link
      to="/admin/{-$tab}"
      params={{ tab: "games" }}
      search={{ game: String(game.id) } as never}
      className="underline"
    >
      {game.title}
    </Link>
  );
}

const amount = ({ currency }: FeedPreviewRow, value: number | null) => (value === null ? "–" : `${value} ${currency}`);
