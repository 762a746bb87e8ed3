import { formatPrice } from "contract/core/money.ts";
import { matchReasons } from "contract/prices/match-reasons.ts";
import type { Match, MatchCandidate } from "contract/prices/match-schema.ts";
import ExternalLink from "lucide-static/icons/external-link.svg?react";
import { type MouseEvent, useState } from "react";
import { withBase } from "../../../api/base-path.ts";
import { classNames } from "../../../ui/class-names.ts";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { useRefresh } from "../../admin/queries.ts";

interface MatchRowProps {
  match: Match;
  storeName: string;
  isActive: boolean;
  isSelected: boolean;
  /** The row gets the focus. */
  onActivate: () => void;
  /** `isRange`: with all between it and the one selected before. */
  onSelect: (isRange: boolean) => void;
  onDecide: (decision: Decision) => void;
}

/** A product with its candidate games. */
export function MatchRow({ match, storeName, isActive, isSelected, onActivate, onSelect, onDecide }: MatchRowProps) {
  const { id, candidates, decision } = match;
  const denialReason = useDenialReason()("catalogue.write");
  const name = match.title ?? match.product_id;
  return (
    <li
      data-match={id}
      tabIndex={isActive ? 0 : -1}
      aria-label={name}
      onFocus={onActivate}
      className={classNames(
        "grid grid-cols-[auto_minmax(0,2fr)_minmax(0,3fr)] gap-x-4 p-3 outline-offset-[-2px] lg:gap-x-6",
        isSelected && "bg-sunken/60",
      )}
    >
      {decision === null ? (
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={isSelected}
          onClick={(event: MouseEvent) => onSelect(event.shiftKey)}
          onChange={() => {}}
          className="mt-1 size-5 accent-accent-text"
        />
      ) : (
        <span />
      )}
      <Product match={match} storeName={storeName} />
      <div className="grid content-start gap-2">
        {decision === null ? (
          <>
            {candidates.map((candidate, index) => (
              <Candidate
                key={candidate.id}
                candidate={candidate}
                place={index + 1}
                title={name}
                denialReason={denialReason}
                onAccept={() => onDecide({ gameId: candidate.id })}
              />
            ))}
            {match.proposal && (
              <ProposedGame
                proposal={match.proposal}
                denialReason={denialReason}
                onAccept={() => onDecide({ gameId: match.proposal!.game.id })}
                onDismiss={() => onDecide("dismiss")}
              />
            )}
            {candidates.length === 0 && <p className="text-sm text-muted">No game of a similar title</p>}
            <div className="flex flex-wrap gap-2">
              <ActionButton size="small" denialReason={denialReason} onClick={() => onDecide("reject")}>
                Reject
              </ActionButton>
              <ActionButton size="small" denialReason={denialReason} onClick={() => onDecide("create")}>
                Create game
              </ActionButton>
            </div>
          </>
        ) : (
          <Decided match={match} denialReason={denialReason} onUndo={() => onDecide("undo")} />
        )}
      </div>
    </li>
  );
}

function Product({ match, storeName }: { match: Match; storeName: string }) {
  const { title, product_id, candidates, link, price, currency, seen_count, last_seen_at, reason, decision } = match;
  return (
    <div className="min-w-0">
      <p className="font-medium break-words">
        {title && candidates[0] ? <MarkedTitle title={title} other={candidates[0].title} /> : (title ?? product_id)}
      </p>
      {reason && decision === null && <p className="text-sm text-warning">{matchReasons[reason]}</p>}
      <p className="text-sm text-muted">
        {storeName}
        {price !== null && currency && ` · ${formatPrice(price, { currency, locale: "en-US" })}`}
        {` · seen ${seen_count === 1 ? "once" : `${seen_count} times`}, last ${formatMoment(last_seen_at)}`}
      </p>
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 text-sm text-accent-text hover:underline"
        >
          Open at the store
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </div>
  );
}

interface CandidateProps {
  candidate: MatchCandidate;
  /** From 1; also its keyboard shortcut. */
  place: number;
  /** The product's. */
  title: string;
  denialReason: string | undefined;
  onAccept: () => void;
}

function Candidate({ candidate, place, title, denialReason, onAccept }: CandidateProps) {
  const { release_date, developer, genre, steam_price } = candidate;
  const facts = [
    release_date?.slice(0, 4),
    developer,
    genre,
    steam_price !== null && `${formatPrice(steam_price)} at Steam`,
  ].filter(Boolean);
  return (
    <div className="flex items-start justify-between gap-3">
      <p className="grid min-w-0 grid-cols-[auto_1fr] items-baseline gap-x-2 text-sm">
        <kbd aria-hidden className="rounded border border-border px-1.5 text-xs text-muted">
          {place}
        </kbd>
        <a href={withBase(`/games/${candidate.id}`)} target="_blank" rel="noreferrer" className="hover:underline">
          <MarkedTitle title={candidate.title} other={title} />
        </a>
        <span className="col-start-2 text-muted">{facts.join(" · ")}</span>
      </p>
      <ActionButton
        kind="primary"
        size="small"
        denialReason={denialReason}
        aria-label={`Accept as ${candidate.title}`}
        onClick={onAccept}
      >
        Accept
      </ActionButton>
    </div>
  );
}

interface ProposedGameProps {
  proposal: NonNullable<Match["proposal"]>;
  denialReason: string | undefined;
  onAccept: () => void;
  onDismiss: () => void;
}

/** The game that somebody proposes. */
function ProposedGame({ proposal, denialReason, onAccept, onDismiss }: ProposedGameProps) {
  const { game, proposed_by, proposed_at, stale } = proposal;
  return (
    <div
      className={classNames(
        "flex flex-wrap items-start justify-between gap-3",
        "rounded-md border border-border bg-sunken/60 p-2.5",
      )}
    >
      <p className="min-w-0 text-sm">
        Proposed:{" "}
        <a href={withBase(`/games/${game.id}`)} target="_blank" rel="noreferrer" className="hover:underline">
          {game.title}
        </a>
        <span className="block text-muted">
          by {proposed_by ?? "a deleted account"}, {formatMoment(proposed_at)}
          {stale && ". The store has changed the title since."}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionButton
          kind="primary"
          size="small"
          denialReason={denialReason}
          aria-label={`Accept the proposed game ${game.title}`}
          onClick={onAccept}
        >
          Accept
        </ActionButton>
        <ActionButton
          size="small"
          denialReason={denialReason}
          aria-label={`Dismiss the proposed game ${game.title}`}
          onClick={onDismiss}
        >
          Dismiss
        </ActionButton>
      </div>
    </div>
  );
}

/** The title, with words that the other one lacks marked. */
function MarkedTitle({ title, other }: { title: string; other: string }) {
  return markDifferences(title, other).map(({ text, isOwn }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words of a title never move
    <span key={place}>
      {place > 0 && " "}
      {isOwn ? <mark className="rounded-sm bg-warning/25 px-0.5 text-text">{text}</mark> : text}
    </span>
  ));
}

interface DecidedProps {
  match: Match;
  denialReason: string | undefined;
  onUndo: () => void;
}

function Decided({ match, denialReason, onUndo }: DecidedProps) {
  const { decision, game, is_new_game, decided_at, decided_by } = match;
  return (
    <div className="flex items-start justify-between gap-3">
      <p className="text-sm">
        {decision === "rejected" ? (
          "Rejected"
        ) : (
          <>
            {is_new_game ? "Created " : "Accepted as "}
            <a href={withBase(`/games/${game?.id}`)} target="_blank" rel="noreferrer" className="hover:underline">
              {game?.title}
            </a>
          </>
        )}
        <span className="block text-muted">
          by {decided_by ?? "an operator"}, {formatMoment(decided_at)}
        </span>
      </p>
      <ActionButton size="small" denialReason={denialReason} onClick={onUndo}>
        Undo
      </ActionButton>
    </div>
  );
}

interface TitlePart {
  text: string;
  /** The other title does not have this word. */
  isOwn: boolean;
}

const wordOf = (text: string) =>
  text
    .replace(/[™®©℠]/gu, "")
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** The words of a title in order, each marked if the other title lacks it. */
export function markDifferences(title: string, other: string): TitlePart[] {
  const otherWords = new Set(other.split(/\s+/).map(wordOf));
  return title
    .split(/\s+/)
    .filter(Boolean)
    .map((text) => ({ text, isOwn: wordOf(text) !== "" && !otherWords.has(wordOf(text)) }));
}

/** `gameId` = accept it as that game; `accept` = as its first candidate; `dismiss` = it waits without its proposal. */
export type Decision = { gameId: number } | "accept" | "reject" | "create" | "undo" | "dismiss";

/** Decides about products. Decided ones leave the list at once, and return if the server refuses. */
export function useDecisions() {
  const call = useAdminCall();
  const refresh = useRefresh();
  /** Products with the list that they were removed from. */
  const [removed, setRemoved] = useState<ReadonlyMap<number, ListName>>(new Map());
  const [last, setLast] = useState<Match[]>([]);
  const [result, setResult] = useState<{ done?: string; failure?: string }>({});

  /** Returns the product after the decision. */
  async function send(match: Match, decision: Decision): Promise<Match> {
    const { id, decided_at, candidates, proposal } = match;
    const params = { id };
    const path = "/api/admin/catalogue/matches/{id}";
    if (decision === "accept") {
      const body = { gameId: candidates[0]!.id };
      return (await call(`POST ${path}/accept`, { params, body })).match;
    }
    if (typeof decision === "object") return (await call(`POST ${path}/accept`, { params, body: decision })).match;
    if (decision === "undo") {
      // only the decision that is shown here
      return (await call(`POST ${path}/undo`, { params, body: { ...(decided_at && { decided_at }) } })).match;
    }
    if (decision === "dismiss") {
      await call(`DELETE ${path}/proposal`, { params, query: { gameId: proposal!.game.id } });
      return { ...match, proposal: null };
    }
    return (await call(`POST ${path}/${decision}`, { params })).match;
  }

  /** Never rejects. */
  async function decide(matches: readonly Match[], decision: Decision): Promise<void> {
    if (matches.length === 0) return;
    const from: ListName = decision === "undo" ? "decided" : "waiting";
    if (decision !== "dismiss") {
      setRemoved((before) => new Map([...before, ...matches.map(({ id }) => [id, from] as const)]));
    }
    const decided: Match[] = [];
    let failure: string | undefined;
    for (const match of matches) {
      try {
        const updated = await send(match, decision);
        decided.push({ ...updated, candidates: match.candidates });
      } catch (error) {
        setRemoved((before) => new Map([...before].filter(([id]) => id !== match.id)));
        failure = `${match.title ?? match.product_id}: ${serverMessageOf(error, (error as Error).message)}`;
      }
    }
    setLast(decision === "undo" || decision === "dismiss" ? [] : decided);
    setResult(failure ? { failure } : { done: describe(decided, decision) });
    await refresh();
  }

  return {
    ...result,
    /** Those that are still in their list. */
    remaining: (matches: readonly Match[]) => matches.filter((match) => removed.get(match.id) !== listOf(match)),
    canUndo: last.length > 0,
    decide,
    undo: () => decide(last, "undo"),
  };
}

type ListName = "waiting" | "decided";
const listOf = ({ decision }: Match): ListName => (decision === null ? "waiting" : "decided");

export type Decisions = ReturnType<typeof useDecisions>;

function describe(matches: readonly Match[], decision: Decision): string {
  const [first] = matches;
  const what = matches.length === 1 ? (first!.title ?? first!.product_id) : `${matches.length} products`;
  if (decision === "reject") return `Rejected ${what}.`;
  if (decision === "create") return `Created ${matches.length === 1 ? `the game ${what}` : `games for ${what}`}.`;
  if (decision === "undo") return `Took back the decision about ${what}.`;
  if (decision === "dismiss") return `Dismissed the game proposed for ${what}.`;
  if (decision === "accept") return `Accepted ${what} as ${matches.length === 1 ? "its" : "their"} first game.`;
  const game = [...first!.candidates, first!.game].find((one) => one?.id === decision.gameId);
  return `Accepted ${what} as ${game?.title ?? `game ${decision.gameId}`}.`;
}
