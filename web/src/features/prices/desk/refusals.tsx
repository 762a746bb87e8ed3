import { formatCount } from "contract/core/counts.ts";
import type { RefusalCount } from "contract/prices/source-schema.ts";

const reasons: Record<RefusalCount["reason"], string> = {
  shape: "Not in the promised format",
  currency: "Not in the expected currency",
  price: "Not a plausible price",
  platform: "For another platform",
  region: "For other regions",
  repeated: "Replaced by a later entry",
  zero: "Price of 0, but nothing says it's free",
  cell: "Counted without an unreadable optional value",
};

/** The reasons of refused entries, with an example of each. */
export function Refusals({ refusals }: { refusals: readonly RefusalCount[] }) {
  return (
    <ul className="grid gap-2 text-sm">
      {refusals.map(({ reason, count, example }) => (
        <li key={reason}>
          <span className="figures font-medium">{formatCount(count)}</span> {reasons[reason]}
          <span className="block break-words text-muted">For instance: {example}</span>
        </li>
      ))}
    </ul>
  );
}
