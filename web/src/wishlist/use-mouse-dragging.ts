import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";
import { useEffect } from "react";

/** What a list hears while one of its items is dragged, by whatever means. */
export interface Dragging {
  start: (wishlistId: number) => void;
  /** It is over another item, in that half of it. */
  over: (otherId: number, edge: "top" | "bottom") => void;
  end: (dropped: boolean) => void;
}

/** Tells the list what the mouse does with the rows that offer themselves for dragging. */
export function useMouseDragging(dragging: Dragging): void {
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => typeof source.data.wishlistId === "number",
        onDragStart: ({ source }) => dragging.start(source.data.wishlistId as number),
        onDrag: ({ location }) => {
          const over = location.current.dropTargets[0]?.data;
          const edge = over && extractClosestEdge(over);
          if (edge === "top" || edge === "bottom") dragging.over(over?.wishlistId as number, edge);
        },
        // Esc takes all targets away
        onDrop: ({ location }) => dragging.end(location.current.dropTargets.length > 0),
      }),
    [dragging],
  );
}
