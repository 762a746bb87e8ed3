import { myStoresTexts } from "contract/content-strings/defaults/personal/my-stores.ts";
import type { HintedGame } from "../../api/late-hooks.ts";
import { useMoney } from "../../api/market.ts";
import { useStores } from "../../api/stores.ts";
import { useTextOf } from "../../api/texts.ts";

/** A lower price at a store that the visitor has not chosen, if there is one. */
export function LessElsewhere({ game }: { game: HintedGame }) {
  const text = useTextOf(myStoresTexts);
  const { storeOf } = useStores();
  const { format, formatOrFree } = useMoney();
  const { best_price: price = null, everywhere_best_price: everywhere = null, everywhere_best_store: key } = game;
  if (everywhere === null || !key || (price !== null && price <= everywhere)) return null;
  const store = storeOf(key).name;
  return (
    <span className="figures basis-full text-sm font-normal text-muted">
      {price === null
        ? text("my_stores.only_elsewhere", { price: formatOrFree(everywhere), store })
        : text("my_stores.less", { amount: format(price - everywhere), store })}
    </span>
  );
}
