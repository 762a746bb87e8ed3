import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { planTexts } from "contract/content-strings/defaults/personal/plan.ts";
import type { Call } from "contract/core/call.ts";
import Ticket from "lucide-static/icons/ticket.svg?react";
import { useMarket } from "../../api/market.ts";
import { freshFor } from "../../api/query.ts";
import { useCall } from "../../api/session.ts";
import { useLanguage, useTextOf } from "../../api/texts.ts";
import { classNames } from "../../ui/class-names.ts";
import { useMyPlans } from "./my-plans.ts";
import { type AskedGames, loadIncluded } from "./queries.ts";

function includedQuery(call: Call, { plans, gameIds, country }: AskedGames) {
  const ids = [...gameIds].sort((a, b) => a - b);
  return queryOptions({
    queryKey: ["plans", "games", country, plans, ids],
    staleTime: freshFor.wishlist,
    queryFn: ({ signal }) => loadIncluded(call, { plans, gameIds: ids, country }, signal),
    select: namesByGame,
  });
}

const namesByGame = (games: readonly { id: number; name: string }[]): ReadonlyMap<number, string> =>
  new Map(games.map(({ id, name }) => [id, name]));

const none: ReadonlyMap<number, string> = new Map();

/** Which games the visitor's plans have. */
export interface Included {
  hasPlans: boolean;
  /** The response has not arrived yet. */
  isLoading: boolean;
  /** The name of the plan by the game's id. */
  names: ReadonlyMap<number, string>;
}

/** Which of these games the visitor's plans have; without plans nothing is loaded. */
export function useIncluded(gameIds: readonly number[]): Included {
  const call = useCall();
  const { country } = useMarket();
  const plans = useMyPlans();
  const hasPlans = plans.length > 0;
  const query = useQuery({
    ...includedQuery(call, { plans, gameIds, country }),
    enabled: hasPlans && gameIds.length > 0,
    placeholderData: keepPreviousData,
  });
  return {
    hasPlans,
    isLoading: query.isLoading && query.failureCount === 0,
    names: hasPlans ? (query.data ?? none) : none,
  };
}

interface IncludedNoteProps {
  included: Included;
  gameId: number;
  /** The line has much else: the icon may be all that there is room for. */
  isTight?: boolean;
}

/**
 * That one of the visitor's plans has the game. For visitors with plans its place is kept from the beginning, in the
 * rest of the line, so that nothing moves once the response arrives.
 */
export function IncludedNote({ included: { hasPlans, names }, gameId, isTight = false }: IncludedNoteProps) {
  const text = useTextOf(planTexts);
  const plan = names.get(gameId);
  if (!hasPlans) return null;
  const label = plan === undefined ? null : text("plans.own", { plan });
  return (
    <span className={classNames("inline-block min-h-4 min-w-4 grow basis-0", !isTight && "sm:basis-28")}>
      {label !== null && (
        // where there is no room for the words, the icon stays
        <span title={label} className="flex h-4 min-w-0 flex-wrap items-center gap-x-1 overflow-hidden text-text">
          <Ticket aria-hidden className="h-4 w-3.5 shrink-0 text-muted" />
          <span className="h-4 whitespace-nowrap">{label}</span>
        </span>
      )}
    </span>
  );
}

/** How many of these games the visitor's plans have; nothing if none. */
export function IncludedCount({ included: { names }, gameIds }: { included: Included; gameIds: readonly number[] }) {
  const text = useTextOf(planTexts);
  const language = useLanguage();
  const found = gameIds.flatMap((id) => names.get(id) ?? []);
  if (found.length === 0) return null;
  const plans = language.list([...new Set(found)].sort());
  return (
    <p className="figures mt-2 flex items-start gap-2 text-sm">
      <Ticket aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      {text("plans.basket", { count: found.length, total: gameIds.length, plans })}
    </p>
  );
}
