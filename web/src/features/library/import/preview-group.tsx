import { type ReactNode, useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useLibraryText } from "../library-text.ts";

/** How many entries are shown at first, and how many more with each click. */
const firstShown = 50;
const nextShown = 500;

interface PreviewGroupProps<Item> {
  title: string;
  hint: ReactNode;
  /** The entries with their indexes in the whole group. */
  items: readonly { item: Item; place: number }[];
  render: (item: Item, place: number) => ReactNode;
  columns?: boolean;
}

/** A group of a preview; a long one is expanded step by step. */
export function PreviewGroup<Item>({ title, hint, items, render, columns = false }: PreviewGroupProps<Item>) {
  const text = useLibraryText();
  const id = useId();
  const [shown, setShown] = useState(firstShown);
  const more = Math.min(items.length - shown, nextShown);
  return (
    <section aria-labelledby={id} className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h3 id={id} className="figures text-md font-semibold">
        {title}
      </h3>
      <p className="mt-1 text-sm text-muted">{hint}</p>
      <ul
        className={columns ? "mt-3 grid gap-x-6 gap-y-2 empty:hidden md:grid-cols-2" : "mt-3 grid gap-3 empty:hidden"}
      >
        {items.slice(0, shown).map(({ item, place }) => (
          <li key={place} className="min-w-0">
            {render(item, place)}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button kind="quiet" size="small" className="mt-3 -ml-3" onClick={() => setShown(shown + nextShown)}>
          {text("library.preview.more", { count: more })}
        </Button>
      )}
    </section>
  );
}
