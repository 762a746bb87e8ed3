import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { classNames } from "./class-names.ts";
import { useOutsideClick } from "./use-outside-click.ts";

/**
 * A button that opens a list of links and buttons. Closes on an outside click, Esc, loss of focus, or a choice; arrow
 * keys, Home and End move between the items.
 */
export function Menu({
  label,
  button,
  buttonClassName,
  align = "start",
  children,
}: {
  /** The accessible name of an icon button. */
  label?: string;
  button: ReactNode;
  buttonClassName?: string;
  align?: "start" | "end";
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = useCallback(() => setOpen(false), []);
  useOutsideClick(area, open, close);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      close();
      opener.current?.focus();
    }
    const items = [...(area.current?.querySelectorAll<HTMLElement>("[data-menu-panel] :is(a, button)") ?? [])];
    const step = stepOf(event.key, items.indexOf(document.activeElement as HTMLElement), items.length);
    if (step === null) return;
    event.preventDefault();
    // an item can take the focus only once the panel is shown
    flushSync(() => setOpen(true));
    items[step]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the focusable button and items
    <div
      ref={area}
      className="menu relative"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <button
        ref={opener}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={panelId}
        className={buttonClassName}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the choice of an item, by mouse or by key */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the items' own key presses arrive here as clicks */}
      <div
        id={panelId}
        data-menu-panel
        // takes the focus from a press between the items, which would close the menu otherwise
        tabIndex={-1}
        hidden={!open}
        onClick={(event) => {
          if ((event.target as HTMLElement).closest("a, button")) close();
        }}
        className={classNames(
          "absolute top-full z-30 mt-2 min-w-52 rounded-lg border border-border bg-raised p-1.5 shadow-float outline-none",
          align === "end" ? "end-0" : "start-0",
        )}
      >
        {children}
      </div>
    </div>
  );
}

/** The index that a key moves the focus to; `null` for other keys. */
function stepOf(key: string, current: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return (current + 1) % count;
    case "ArrowUp":
      return current <= 0 ? count - 1 : current - 1;
    case "Home":
      return current === -1 ? null : 0;
    case "End":
      return current === -1 ? null : count - 1;
    default:
      return null;
  }
}

/** The style of a link or button inside a `Menu`. */
export const menuItemStyle =
  "flex h-11 w-full items-center gap-3 rounded-md px-3 text-start text-base text-text " +
  "transition-colors hover:bg-sunken aria-[current=page]:font-semibold " +
  "aria-[current=page]:text-accent-text";
