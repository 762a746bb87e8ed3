import type { Order } from "contract/core/sorting.ts";
import { classNames } from "../ui/class-names.ts";
import { ActionLink } from "./links.tsx";

interface SortButtonsProps<Sort extends string> {
  label: string;
  sorts: readonly { sort: Sort; name: string }[];
  active: Sort;
  order: Order;
  onToggle: (sort: Sort) => void;
  /** The address of the list after that click. */
  addressOf: (sort: Sort) => string;
}

/** One button for each sort; the active one shows its direction. */
export function SortButtons<Sort extends string>({
  label,
  sorts,
  active,
  order,
  onToggle,
  addressOf,
}: SortButtonsProps<Sort>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are sent
    <div role="group" aria-label={label} className="flex flex-wrap rounded-md border border-border bg-raised p-0.5">
      {sorts.map(({ sort, name }) => (
        <ActionLink
          key={sort}
          href={addressOf(sort)}
          rel="nofollow"
          aria-pressed={sort === active}
          onActivate={() => onToggle(sort)}
          className={classNames(
            "flex h-10 grow items-center justify-center gap-1 rounded-[0.375rem] px-2.5 text-sm " +
              "font-medium transition-colors sm:px-3.5",
            sort === active ? "bg-sunken text-text" : "text-muted hover:text-text",
          )}
        >
          {name}
          {sort === active && (
            <span aria-hidden className="text-accent-text">
              {order === "ASC" ? "↑" : "↓"}
            </span>
          )}
        </ActionLink>
      ))}
    </div>
  );
}

/** Preserves the sort when the browser submits the search form without scripts. */
export function SubmittedSort({ sort, order }: { sort?: string | undefined; order?: Order | undefined }) {
  return (
    <>
      {sort && <input type="hidden" name="sort" value={sort} />}
      {order && <input type="hidden" name="order" value={order} />}
    </>
  );
}
