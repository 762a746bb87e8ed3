import { myStoresTexts } from "contract/content-strings/defaults/my-stores.ts";
import { useMoney } from "../../api/market.ts";
import { useStores } from "../../api/stores.ts";
import { useTextOf } from "../../api/texts.ts";

interface LessElsewhereProps {
  /** At the visitor's stores. */
  price: number | null;
  /** At all stores. */
  everywhere: number;
  store: string | null | undefined;
}

/** What a game costs less at a store that the visitor has left out. */
export default function LessElsewhere({ price, everywhere, store }: LessElsewhereProps) {
  const text = useTextOf(myStoresTexts);
  const { storeOf } = useStores();
  const { format, formatOrFree } = useMoney();
  const name = store ? storeOf(store).name : "";
  return (
    <span className="figures basis-full text-sm font-normal text-muted">
      {price === null
        ? text("my_stores.only_elsewhere", { price: formatOrFree(everywhere), store: name })
        : text("my_stores.less", { amount: format(price - everywhere), store: name })}
    </span>
  );
}
