import { PlanChoice } from "./plan-choice.tsx";

/** The choice of plans in the profile; nothing where no plan has games. */
export function MyPlansSection() {
  return (
    <div className="rounded-lg border border-border bg-raised p-5 empty:hidden sm:p-6">
      <PlanChoice id="my-plans" />
    </div>
  );
}
