import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";
import { useEffect } from "react";

/** Callbacks while an item is dragged. */
export interface Dragging {
  start: (wishlistId: number) => void;
  /** Over that half of another item. */
  over: (otherId: number, edge: "top" | "bottom") => void;
  end: (dropped: boolean) => void;
}

/** Reports mouse drags of the registered rows. */
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
