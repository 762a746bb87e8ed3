import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import { feedColumns } from "contract/prices/feed-rules.ts";
import type { ProductFeed } from "contract/prices/feed-schema.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useEffect, useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf } from "../../admin/admin-call.ts";
import { LeaveGuard } from "../../admin/leave-guard.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import type { Changes } from "../../admin/use-changes.tsx";
import { EditConflict } from "../../admin/use-edits.tsx";
import { EncodingBox } from "./encoding-box.tsx";
import { columnField, type FeedField, fieldNames, isNeeded } from "./feed-form.ts";
import { FeedPreviewResult } from "./feed-preview.tsx";
import { RunsLink } from "./runs-link.tsx";
import { type FeedEdit, useFeedEdit } from "./use-feed-edit.ts";

/** Which stores and markets may have feeds. */
export interface Places {
  stores: readonly { key: string; name: string }[];
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
      <Link
        to="."
        search={listSearch as never}
        className="mb-4 inline-flex items-center gap-2 text-sm text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-4" />
        All feeds
      </Link>
      <h2 className="mb-4 text-lg">{feed ? `Feed of ${name} for ${feed.country}` : "Add Feed"}</h2>
      <form
        noValidate
        aria-label="Feed"
        className="grid gap-5 rounded-lg border border-border bg-raised p-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (denialReason === undefined) void edit.save();
        }}
      >
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
            {feed ? "Save Feed" : "Add Feed"}
          </ActionButton>
          <ActionButton denialReason={denialReason} disabled={edit.reading} onClick={() => void edit.readPreview()}>
            {edit.reading ? "Reading…" : "Preview"}
          </ActionButton>
          <Button disabled={!edit.unsaved || edit.saving} onClick={edit.cancel}>
            Discard
          </Button>
          {feed && <RemoveButton name={name} denialReason={denialReason} onRemove={edit.remove} />}
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
          : `Last read on ${formatMoment(read_at)}, with ${formatCount(offers)} good rows; 30 % fewer are refused.`}
      </span>
      {offers !== null && (
        <ActionButton size="small" denialReason={denialReason} onClick={onAccept}>
          Accept Fewer Rows
        </ActionButton>
      )}
      <RunsLink source={source} name={name} />
    </div>
  );
}

interface RemoveButtonProps {
  name: string;
  denialReason: string | undefined;
  onRemove: () => Promise<void>;
}

function RemoveButton({ name, denialReason, onRemove }: RemoveButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <ActionButton kind="danger" className="ml-auto" denialReason={denialReason} onClick={() => setIsConfirming(true)}>
        Remove Feed
      </ActionButton>
      {isConfirming && (
        <ConfirmDialog
          title={`Remove the feed of ${name}?`}
          action="Remove"
          kind="danger"
          onConfirm={onRemove}
          explain={(error) => serverMessageOf(error, "Failed to remove the feed")}
          onClose={() => setIsConfirming(false)}
        >
          It is no longer read. Its offers stay as they are now: disable the store if they should not be shown.
        </ConfirmDialog>
      )}
    </>
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
        <Choice field="store" edit={edit} options={places.stores.map(({ key, name }) => [key, name])} />
        <Choice
          field="country"
          edit={edit}
          options={places.markets.map(({ country, currency }) => [country, `${country} (${currency})`])}
        />
        {text("currency", {
          hint: "Of amounts that name none; empty: those are refused",
          placeholder: market?.currency ?? "",
        })}
      </div>
      {text("url", { hint: "A file as CSV, TSV or Google Merchant XML, also packed. Secrets are shown as ***" })}
      <EncodingBox
        encoding={form.encoding === "windows-1252" ? form.encoding : undefined}
        onChange={(encoding) => change({ encoding: encoding ?? "" })}
      />
      <fieldset>
        <legend className="text-sm font-medium">Columns</legend>
        <p className="mt-1 mb-3 text-sm text-muted">
          How the feed calls them; leave empty what it calls by our name. A preview finds the names.
        </p>
        <div className="grid grid-cols-2 items-start gap-x-5 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
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

interface ChoiceProps {
  field: "store" | "country";
  edit: FeedEdit;
  options: [value: string, text: string][];
}

function Choice({ field, edit: { form, problems, change }, options }: ChoiceProps) {
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
        onChoose={(value) => change({ [field]: value })}
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
