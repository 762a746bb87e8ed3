import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import type { DragLocationHistory } from "@atlaskit/pragmatic-drag-and-drop/types";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";
import { useEffect } from "react";

/** Names an item of a ranking. */
export type ItemId = string | number;

/** Callbacks while an item is dragged. */
export interface Dragging<Id extends ItemId> {
  start: (id: Id) => void;
  /** Over that half of another item. */
  over: (other: Id, edge: "top" | "bottom") => void;
  end: (dropped: boolean) => void;
}

/** Reports mouse drags of the registered rows. */
export function useMouseDragging<Id extends ItemId>(dragging: Dragging<Id>): void {
  useEffect(() => {
    const report = (location: DragLocationHistory) => {
      const over = location.current.dropTargets[0]?.data;
      const edge = over && extractClosestEdge(over);
      if (edge === "top" || edge === "bottom") dragging.over(over?.rankedId as Id, edge);
    };
    return monitorForElements({
      canMonitor: ({ source }) => source.data.rankedId !== undefined,
      onDragStart: ({ source }) => dragging.start(source.data.rankedId as Id),
      onDrag: ({ location }) => report(location),
      onDrop: ({ location }) => {
        // `onDrag` is called once per frame: the last position may differ
        report(location);
        // Esc clears all drop targets
        dragging.end(location.current.dropTargets.length > 0);
      },
    });
  }, [dragging]);
}
