import { lazy, Suspense } from "react";
import { useMyPlans } from "./my-plans.ts";

// only for visitors with plans
const OwnPlanBadge = lazy(() => import("./own-plan-badge.tsx"));

/** On the cover of a card: that one of the visitor's plans has the game. It lies above the cover, so nothing moves. */
export function PlanBadge({ gameId }: { gameId: number }) {
  const plans = useMyPlans();
  if (plans.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <OwnPlanBadge gameId={gameId} plans={plans} />
    </Suspense>
  );
}
