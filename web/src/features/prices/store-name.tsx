import type { StoreKey } from "contract/stores/store-key.ts";
import { useStores } from "../../api/stores.ts";
import { useText } from "../../api/texts.ts";
import { classNames } from "../../ui/class-names.ts";

const dots: Record<string, string> = {
  blue: "bg-store-blue",
  green: "bg-store-green",
  purple: "bg-store-purple",
  gray: "bg-store-gray",
  red: "bg-store-red",
  orange: "bg-store-orange",
  amber: "bg-store-amber",
  lime: "bg-store-lime",
  teal: "bg-store-teal",
  cyan: "bg-store-cyan",
  indigo: "bg-store-indigo",
  pink: "bg-store-pink",
};

/** A store by name, with the dot of its colour. */
export function StoreName({ store, className }: { store: StoreKey; className?: string }) {
  const { name, color } = useStores().storeOf(store);
  return (
    <span className={classNames("inline-flex items-center gap-2", className)}>
      <span aria-hidden className={classNames("size-2 shrink-0 rounded-full", dots[color] ?? dots.gray)} />
      {name}
    </span>
  );
}

/** A store with its kind: a price of a key shop is never shown like an official one. */
export function StoreWithKind({ store }: { store: StoreKey }) {
  const text = useText();
  const { kind } = useStores().storeOf(store);
  return (
    <span>
      <StoreName store={store} className="text-text" />
      <span className={kind === "official" ? undefined : "text-warning"}>{` · ${text(`game.kind_${kind}`)}`}</span>
    </span>
  );
}
