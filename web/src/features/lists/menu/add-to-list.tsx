import ListPlus from "lucide-react/icons/list-plus";
import { useId, useRef, useState } from "react";
import { classNames } from "../../../ui/class-names.ts";
import { useOutsideClick } from "../../../ui/use-outside-click.ts";
import { useListsText } from "../lists-text.ts";
import { ListChoices } from "./list-choices.tsx";
import type { ListMenuProps } from "./list-menu.tsx";

/** A button that opens the user's lists with a checkbox each. It stays open for several choices. */
export default function AddToList({ gameId, className }: ListMenuProps) {
  const text = useListsText();
  const [open, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  useOutsideClick(area, open, () => setOpen(false));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the focusable button and items
    <div
      ref={area}
      className={className}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open || (event.target as HTMLElement).closest("dialog")) return;
        setOpen(false);
        opener.current?.focus();
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        aria-label={text("lists.add")}
        title={text("lists.add")}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
        className={
          "grid size-10 place-items-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-text"
        }
      >
        <ListPlus aria-hidden className="size-5" />
      </button>
      <div
        id={panelId}
        hidden={!open}
        className={classNames(
          "absolute top-full -right-10 z-30 mt-2 w-72 max-w-[calc(100vw-3rem)] rounded-lg border border-border",
          "bg-raised p-3 shadow-float",
        )}
      >
        {open && <ListChoices gameId={gameId} />}
      </div>
    </div>
  );
}
