import { type StoreKey, storeOf } from "contract/stores.ts";
import { classNames } from "../../ui/class-names.ts";

const dots: Record<string, string> = {
  blue: "bg-store-blue",
  green: "bg-store-green",
  purple: "bg-store-purple",
  gray: "bg-store-gray",
};

/** A store by name, with the dot of its colour. */
export function StoreName({ store, className }: { store: StoreKey; className?: string }) {
  const { name, color } = storeOf(store);
  return (
    <span className={classNames("inline-flex items-center gap-2", className)}>
      <span aria-hidden className={classNames("size-2 shrink-0 rounded-full", dots[color])} />
      {name}
    </span>
  );
}
