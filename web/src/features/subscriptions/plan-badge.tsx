import { lazy, type ReactNode, Suspense } from "react";
import { useMyPlans } from "./my-plans.ts";

// only for visitors with plans
const OwnPlanBadge = lazy(() => import("./own-plan-badge.tsx"));

interface PlanBadgeProps {
  gameId: number;
  /** For a game that no plan of the visitor has. */
  otherwise: ReactNode;
}

/** On the cover of a card: that one of the visitor's plans has the game. It lies above the cover, so nothing moves. */
export function PlanBadge({ gameId, otherwise }: PlanBadgeProps) {
  const plans = useMyPlans();
  if (plans.length === 0) return otherwise;
  return (
    <Suspense fallback={null}>
      <OwnPlanBadge gameId={gameId} plans={plans} otherwise={otherwise} />
    </Suspense>
  );
}
