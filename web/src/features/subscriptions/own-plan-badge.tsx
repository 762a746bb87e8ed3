import { useQuery } from "@tanstack/react-query";
import { planTexts } from "contract/content-strings/defaults/personal/plan.ts";
import Ticket from "lucide-static/icons/ticket.svg?react";
import type { ReactNode } from "react";
import { useMarket } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useTextOf } from "../../api/texts.ts";
import { includedGameQuery } from "./queries.ts";

interface OwnPlanBadgeProps {
  gameId: number;
  plans: readonly string[];
  otherwise: ReactNode;
}

/** The mark of a visitor with plans. */
export default function OwnPlanBadge({ gameId, plans, otherwise }: OwnPlanBadgeProps) {
  const text = useTextOf(planTexts);
  const { country } = useMarket();
  const { data: plan } = useQuery(includedGameQuery(useCall(), { plans, country }, gameId));
  if (!plan) return plan === undefined ? null : otherwise;
  return (
    <span className="cover-badge">
      <Ticket aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0 break-words">{text("plans.own", { plan })}</span>
    </span>
  );
}
