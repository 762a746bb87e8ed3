import { useState } from "react";
import { latestOnly } from "../../api/latest-only.ts";
import { storedUser, useCall } from "../../api/session.ts";
import { savePlans, useMyPlans } from "./my-plans.ts";
import { PlanChoice } from "./plan-choice.tsx";

/** The choice of plans in the profile, saved with each press; nothing where no plan has games. */
export function MyPlansSection() {
  const call = useCall();
  const mine = useMyPlans();
  /** Chosen, but not saved yet. */
  const [unsaved, setUnsaved] = useState<readonly string[]>();
  const [failed, setFailed] = useState(false);
  const [saving] = useState(() =>
    latestOnly<readonly string[]>(async (plans) => {
      const isSaved = await savePlans(call, storedUser(), plans).then(
        () => true,
        () => false,
      );
      setFailed(!isSaved);
      // chosen meanwhile: saved next
      setUnsaved((latest) => (latest === plans ? undefined : latest));
    }),
  );
  const choose = (chosen: readonly string[]) => {
    setUnsaved(chosen);
    saving.push(chosen);
  };
  return (
    <div className="rounded-lg border border-border bg-raised p-5 empty:hidden sm:p-6">
      <PlanChoice id="my-plans" chosen={unsaved ?? mine} onChange={choose} failed={failed} />
    </div>
  );
}
