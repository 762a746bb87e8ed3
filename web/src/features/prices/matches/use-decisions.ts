import type { Match } from "contract/prices/match-schema.ts";
import { useState } from "react";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { useRefresh } from "../../admin/editing/use-refresh.ts";

/** `gameId` = accept it as that game. */
export type Decision = { gameId: number } | "reject" | "create" | "undo";

/** Decides about products. Decided ones leave the list at once, and return if the server refuses. */
export function useDecisions() {
  const call = useAdminCall();
  const refresh = useRefresh();
  /** Products with the list that they were removed from. */
  const [removed, setRemoved] = useState<ReadonlyMap<number, ListName>>(new Map());
  const [last, setLast] = useState<Match[]>([]);
  const [result, setResult] = useState<{ done?: string; failure?: string }>({});

  /** Returns the product after the decision. */
  async function send({ id, decided_at }: Match, decision: Decision): Promise<Match> {
    const params = { id };
    const path = "/api/admin/catalogue/matches/{id}";
    if (typeof decision === "object") return (await call(`POST ${path}/accept`, { params, body: decision })).match;
    if (decision === "undo") {
      // only the decision that is shown here
      return (await call(`POST ${path}/undo`, { params, body: { ...(decided_at && { decided_at }) } })).match;
    }
    return (await call(`POST ${path}/${decision}`, { params })).match;
  }

  /** Never rejects. */
  async function decide(matches: readonly Match[], decision: Decision): Promise<void> {
    if (matches.length === 0) return;
    const from: ListName = decision === "undo" ? "decided" : "waiting";
    setRemoved((before) => new Map([...before, ...matches.map(({ id }) => [id, from] as const)]));
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
    setLast(decision === "undo" ? [] : decided);
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
  const game = first!.candidates.find(({ id }) => id === decision.gameId);
  return `Accepted ${what} as ${game?.title ?? `game ${decision.gameId}`}.`;
}
