import type { Dragging, ItemId } from "./use-mouse-dragging.ts";

/** Distance from the screen's edge that scrolls the page, and the step per frame, in pixels. */
const scrollZone = 90;
const scrollStep = 9;

let active = false;

/** Whether a touch drag is active: then native drag and drop, which a long press starts, must not begin. */
export function isTouchDragging(): boolean {
  return active;
}

/**
 * Drags an item by touch or pen. Native drag and drop needs a long press and not every browser supports it for touch.
 * The list is marked by `data-ranking`, its rows by `data-item`, which holds their ids.
 */
export function startTouchDrag<Id extends ItemId>(down: PointerEvent, id: Id, dragging: Dragging<Id>): void {
  if (down.pointerType === "mouse" || active) return;
  active = true;
  dragging.start(id);
  const listeners = new AbortController();
  let y = down.clientY;
  let frame = requestAnimationFrame(follow);

  function follow() {
    if (y < scrollZone) window.scrollBy(0, -scrollStep);
    else if (y > window.innerHeight - scrollZone) window.scrollBy(0, scrollStep);
    const over = rowAt(down.target as Element, y);
    if (over) dragging.over((typeof id === "number" ? Number(over.id) : over.id) as Id, over.edge);
    frame = requestAnimationFrame(follow);
  }
  const end = (dropped: boolean) => {
    cancelAnimationFrame(frame);
    listeners.abort();
    active = false;
    dragging.end(dropped);
  };
  const onSame = (name: "pointermove" | "pointerup" | "pointercancel", listener: (event: PointerEvent) => void) =>
    window.addEventListener(name, (event) => event.pointerId === down.pointerId && listener(event), {
      signal: listeners.signal,
    });
  onSame("pointermove", (event) => {
    y = event.clientY;
  });
  onSame("pointerup", () => end(true));
  onSame("pointercancel", () => end(false));
}

/** The row at that height of the list, whatever the horizontal position, and which half of it. */
function rowAt(handle: Element, y: number): { id: string; edge: "top" | "bottom" } | null {
  const list = handle.closest("[data-ranking]")?.getBoundingClientRect();
  if (!list) return null;
  const row = document.elementFromPoint(list.left + list.width / 2, y)?.closest<HTMLElement>("[data-item]");
  const id = row?.dataset.item;
  if (!row || id === undefined) return null;
  const { top, height } = row.getBoundingClientRect();
  return { id, edge: y < top + height / 2 ? "top" : "bottom" };
}
