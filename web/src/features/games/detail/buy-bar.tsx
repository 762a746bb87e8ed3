import type { GameDetail } from "contract/games/schema.ts";
import { useEffect, useState } from "react";
import { useStores } from "../../../api/stores.ts";
import { classNames } from "../../../ui/class-names.ts";
import { BestPrice } from "../../prices/best-price.tsx";
import { offersOf } from "../../prices/offers.ts";
import { BuyButton, buyButtonId } from "./buy-button.tsx";

/**
 * Keeps the buy button reachable on phones: at the bottom of the screen while the button of the page is out of view.
 * The end of the page reserves space for it, so that it covers nothing there.
 */
export default function BuyBar({ game }: { game: GameDetail }) {
  const shown = useOutOfView(buyButtonId);
  const best = offersOf(game, useStores()).find(({ store }) => store.key === game.best_store);
  if (!best?.stated.link) return null;
  return (
    <div
      className={classNames(
        "sticky bottom-(--bottom-bar) z-10 -mx-4 mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t " +
          "border-border bg-raised px-4 py-2 sm:hidden",
        !shown && "invisible",
      )}
    >
      <BestPrice game={game} />
      <BuyButton game={game} offer={best} size="medium" className="grow" />
    </div>
  );
}

/** Whether the element is off the screen; `false` until that is known. */
function useOutOfView(id: string): boolean {
  const [isOut, setIsOut] = useState(false);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setIsOut(!entry!.isIntersecting));
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return isOut;
}
