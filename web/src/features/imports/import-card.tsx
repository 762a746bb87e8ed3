import { Link } from "@tanstack/react-router";
import { formatCount } from "contract/core/counts.ts";
import { isAllowedIn, isAtWork } from "contract/imports/rules.ts";
import type { FileImport, ImportSummary as Summary, UndoResult } from "contract/imports/schema.ts";
import Download from "lucide-static/icons/download.svg?react";
import Trash2 from "lucide-static/icons/trash-2.svg?react";
import Undo2 from "lucide-static/icons/undo-2.svg?react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { ActionButton, ConfirmButton } from "../admin/action-button.tsx";
import { useDenialReason, useMe } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { rowStyle, Table } from "../admin/table.tsx";
import { formatBytes } from "../dashboard/amounts.ts";
import { CheckForm } from "./check-form.tsx";
import { type ImportActions, kindTexts, stateTexts, stateTones } from "./imports-state.ts";
import { useRunningUploads } from "./uploads.ts";

interface ImportCardProps {
  fileImport: FileImport;
  actions: ImportActions;
}

/** An import: its progress, its changes, and its actions. */
export function ImportCard({ fileImport: one, actions }: ImportCardProps) {
  const {
    kind,
    name,
    size,
    state,
    problem,
    summary,
    undo,
    uploaded_by,
    created_at,
    applied_at,
    undone_at,
    undone_by,
    reading,
  } = one;
  const isHeld = state === "failed" && reading?.state === "held";
  const denialReason = useDenialReason()(kindTexts[kind].write);
  const canCheck = isAllowedIn(state, "check") && denialReason === undefined;
  return (
    <li data-import={name} className="grid gap-4 rounded-lg border border-border bg-raised p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-md">
            <span className="min-w-0 break-all">{name}</span>
            <span role="status">
              {isHeld ? <Badge tone="danger">Held</Badge> : <Badge tone={stateTones[state]}>{stateTexts[state]}</Badge>}
            </span>
          </h2>
          <p className="mt-1 text-sm text-muted">
            {formatBytes(size)}, uploaded by {uploaded_by ?? "a deleted account"}, {formatMoment(created_at)}
            {applied_at && `; imported ${formatMoment(applied_at)}`}
            {undone_at && `; ${kind === "games" && state === "done" ? "its prices undone" : "undone"} `}
            {undone_at && `${formatMoment(undone_at)}${undone_by ? ` by ${undone_by}` : ""}`}
            <ReadingLink one={one} />
          </p>
        </div>
        <span className="flex gap-2">
          <UndoButton one={one} onUndo={() => actions.undo(one)} />
          {isAllowedIn(state, "delete") && (
            <ActionButton
              size="small"
              aria-label={`Delete ${name}`}
              denialReason={denialReason}
              onClick={() => void actions.remove(one)}
            >
              <Trash2 aria-hidden className="size-4" />
              Delete
            </ActionButton>
          )}
        </span>
      </div>
      <Progress one={one} />
      {problem && <ErrorBox>{problem}</ErrorBox>}
      {summary && <ImportSummary one={one} summary={summary} onSave={() => void actions.saveRejected(one)} />}
      {undo && <UndoSummary undo={undo} />}
      {canCheck && <CheckForm key={state} one={one} actions={actions} />}
    </li>
  );
}

/** Opens the readings of the file, where they are undone, or applied if they are held. */
function ReadingLink({ one: { name, reading } }: { one: FileImport }) {
  const denialReason = useDenialReason()("sources.read");
  if (!reading || denialReason) return null;
  return (
    <>
      {"; "}
      <Link to="/admin/{-$tab}" params={{ tab: "sources" }} search={{ file: name } as never}>
        reading {reading.id}
      </Link>
    </>
  );
}

function Progress({ one }: { one: FileImport }) {
  const upload = useRunningUploads().get(one.id);
  const { user } = useMe();
  if (isAtWork(one.state)) {
    const label = one.progress ? stateTexts[one.state] : "Waiting for a worker";
    return <ProgressBar label={label} share={one.progress ?? 0} />;
  }
  if (one.state !== "uploading") return null;
  const { received } = upload?.upload ?? one;
  const label = `${formatBytes(received)} of ${formatBytes(one.size)}`;
  const waiting = upload?.isWaiting ? "The connection is lost: trying again" : undefined;
  const note = upload ? waiting : one.uploaded_by === user.username ? notUploading : notYours;
  return <ProgressBar label={label} share={received / one.size} note={note} />;
}

const notYours = "Only the person who began can go on with it";
const notUploading = "Not being sent from here: choose the same file again to go on";

function UndoButton({ one, onUndo }: { one: FileImport; onUndo: () => Promise<void> }) {
  const denialReason = useDenialReason()(kindTexts[one.kind].write);
  if (!one.undoable) return null;
  return (
    <ConfirmButton
      size="small"
      aria-label={`Undo ${one.name}`}
      denialReason={denialReason}
      question={{
        title: `Undo the import of ${one.name}?`,
        action: "Undo",
        text:
          "What it changed becomes what it was. New games that are in use or were edited stay, and so do fields and " +
          "prices that have changed since. An undo cannot be undone: import the file again.",
        onConfirm: onUndo,
        failed: "Failed to undo the import",
      }}
    >
      <Undo2 aria-hidden className="size-4" />
      Undo
    </ConfirmButton>
  );
}

interface ProgressBarProps {
  label: string;
  /** 0 to 1. */
  share: number;
  note?: string | undefined;
}

/** How much is done, as a bar and in words. */
function ProgressBar({ label, share, note }: ProgressBarProps) {
  const percent = Math.floor(share * 100);
  return (
    <div className="grid gap-1.5 text-sm">
      <div className="flex justify-between gap-3">
        <span>{label}</span>
        <span className="figures text-muted">{percent}%</span>
      </div>
      <progress aria-label={label} value={percent} max={100} />
      {note && <p className="text-muted">{note}</p>}
    </div>
  );
}

/** What an undo has reverted, and what stays. */
function UndoSummary({ undo }: { undo: UndoResult }) {
  const { games_removed, games_restored, prices_restored, left, left_count } = undo;
  return (
    <section aria-label="Undo" className="grid gap-2 rounded-md bg-sunken p-4 text-sm">
      <p>
        Removed {counted(games_removed, "game")}, restored {counted(games_restored, "game")} and{" "}
        {counted(prices_restored, "price")}.
      </p>
      {left_count > 0 && (
        <>
          <p>{counted(left_count, "change")} stayed, because something has changed since:</p>
          <ul className="list-disc ps-5 text-muted">
            {left.map(({ game_id, title, what }) => (
              <li key={`${game_id} ${what}`}>
                <Link to="/admin/{-$tab}" params={{ tab: "games" }} search={{ game: String(game_id) } as never}>
                  {title}
                </Link>
                : {what}
              </li>
            ))}
          </ul>
          {left_count > left.length && <p className="text-muted">and {formatCount(left_count - left.length)} more</p>}
        </>
      )}
    </section>
  );
}

const counted = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? "" : "s"}`;

interface ImportSummaryProps {
  one: FileImport;
  summary: Summary;
  onSave: () => void;
}

/** What a file would change or has changed, and its rejected rows. */
function ImportSummary({ one, summary, onSave }: ImportSummaryProps) {
  const { unknown_fields, unmatched, sample_removed, prices_left_out, examples } = summary;
  return (
    <section aria-label={`What ${one.name} changes`} className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-4">
        {countsOf(one, summary).map(([what, count]) => (
          <div key={what}>
            <dt className="text-muted">{what}</dt>
            <dd className="figures text-lg">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {unmatched > 0 && one.applied_at && (
        <p className="text-sm text-muted">
          Products that may be games wait under{" "}
          <Link to="/admin/{-$tab}" params={{ tab: "matches" }} className="text-accent-text hover:underline">
            Matches
          </Link>
          .
        </p>
      )}
      {sample_removed > 0 && (
        <p className="text-sm text-muted">{formatCount(sample_removed)} games of the bundled sample leave.</p>
      )}
      {prices_left_out > 0 && (
        <p className="text-sm text-muted">
          {formatCount(prices_left_out)} {prices_left_out === 1 ? "offer is" : "offers are"} left out: prices and links
          need the permission prices.write.
        </p>
      )}
      {unknown_fields.length > 0 && (
        <p className="text-sm break-words text-muted">Ignored unknown fields: {unknown_fields.join(", ")}</p>
      )}
      {examples.length > 0 && <RejectedRows one={one} summary={summary} onSave={onSave} />}
    </section>
  );
}

function countsOf({ kind }: FileImport, summary: Summary): [string, number][] {
  const { read, added, changed, unchanged, rejected, ignored, repeated, price_changes, foreign, unmatched } = summary;
  const what = kind === "games" ? "games" : "offers";
  return [
    ["Rows", read],
    [`New ${what}`, added],
    [`Changed ${what}`, changed],
    [`Unchanged ${what}`, unchanged],
    ["Prices changed", price_changes],
    ["Rows rejected", rejected],
    ["Values ignored", ignored],
    ["Rows repeated", repeated],
    ...(kind === "prices"
      ? ([
          ["Of no game for certain", unmatched],
          ["For other machines or regions", foreign],
        ] as [string, number][])
      : []),
  ];
}

function RejectedRows({ one, summary, onSave }: ImportSummaryProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">
        <Table label="Rows that stay out or lose a value" height="max-h-72" columns={["Row", "Field", "Reason"]}>
          {summary.examples.map(({ row, field, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never move
            <tr key={index} className={rowStyle}>
              <td className="whitespace-nowrap">{row}</td>
              <td>{field ?? "–"}</td>
              <td className="py-2 break-words">{reason}</td>
            </tr>
          ))}
        </Table>
      </div>
      {one.rejected_rows && (
        <Button size="small" onClick={onSave}>
          <Download aria-hidden className="size-4" />
          All of them as CSV
        </Button>
      )}
    </div>
  );
}
