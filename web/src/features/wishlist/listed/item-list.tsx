import type { ListedGame } from "contract/wishlist/schema.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useWishlistText } from "../wishlist-text.ts";
import { ItemSkeletons } from "./item-skeletons.tsx";

/** The announcement after a game was removed. */
export type RemovedText = (title: string) => string;

interface ItemListProps<Item extends ListedGame> {
  /** `undefined` while loading. */
  items: readonly Item[] | undefined;
  removedText: RemovedText;
  renderItem: (item: Item, onRemoved: () => void) => ReactNode;
}

/** The items of a page. A removal is announced, and the focus moves to the item that takes its place. */
export function ItemList<Item extends ListedGame>({ items, removedText, renderItem }: ItemListProps<Item>) {
  const text = useWishlistText();
  const list = useRef<HTMLUListElement>(null);
  const [removed, setRemoved] = useState<string>();
  const removedItem = useRef<{ gameId: number; place: number }>(undefined);

  useEffect(() => {
    const previous = removedItem.current;
    // the removal may be reported before the list without the game has loaded
    if (!previous || !removed || !items?.length || items.some((item) => item.game_id === previous.gameId)) return;
    removedItem.current = undefined;
    const links = list.current?.querySelectorAll<HTMLElement>("h2 a");
    if (document.activeElement === document.body) links?.[Math.min(previous.place, links.length - 1)]?.focus();
  }, [removed, items]);
  return (
    <>
      <p role="status" className="sr-only">
        {removed && removedText(removed)}
      </p>
      {items ? (
        <ul ref={list} className="grid gap-3">
          {items.map((item, place) => (
            <li key={item.game_id}>
              {renderItem(item, () => {
                removedItem.current = { gameId: item.game_id, place };
                setRemoved(item.title);
              })}
            </li>
          ))}
        </ul>
      ) : (
        <div role="status" aria-label={text("wishlist.loading")}>
          <ItemSkeletons />
        </div>
      )}
    </>
  );
}
