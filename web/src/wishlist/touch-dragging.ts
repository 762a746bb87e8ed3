import type { Dragging } from "./use-mouse-dragging.ts";

/** How near to the edge of the screen a finger scrolls the page, and how far in each frame, in pixels. */
const scrollZone = 90;
const scrollStep = 9;

let active = false;

/** Whether a finger drags at this moment: then the browser's own drag and drop, which a long press starts, must not. */
export function isTouchDragging(): boolean {
  return active;
}

/**
 * Drags an item with the finger or pen that has just come down on its handle. The browser's own drag and drop needs
 * a long press, which few expect of a handle, and not every browser knows it for fingers.
 */
export function startTouchDrag(down: PointerEvent, wishlistId: number, dragging: Dragging): void {
  if (down.pointerType === "mouse" || active) return;
  active = true;
  dragging.start(wishlistId);
  const listeners = new AbortController();
  let y = down.clientY;
  let frame = requestAnimationFrame(follow);

  function follow() {
    if (y < scrollZone) window.scrollBy(0, -scrollStep);
    else if (y > window.innerHeight - scrollZone) window.scrollBy(0, scrollStep);
    const over = rowAt(down.target as Element, y);
    if (over) dragging.over(Number(over.row.dataset.item), over.edge);
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

/** The row of the handle's list at that height, wherever the finger is sideways, and which half of it. */
function rowAt(handle: Element, y: number): { row: HTMLElement; edge: "top" | "bottom" } | null {
  const list = handle.closest("ol")?.getBoundingClientRect();
  if (!list) return null;
  const row = document.elementFromPoint(list.left + list.width / 2, y)?.closest<HTMLElement>("[data-item]");
  if (!row) return null;
  const { top, height } = row.getBoundingClientRect();
  return { row, edge: y < top + height / 2 ? "top" : "bottom" };
}
