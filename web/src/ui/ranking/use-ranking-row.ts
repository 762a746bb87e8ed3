import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { attachClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge";
import { type RefObject, useEffect } from "react";
import { isTouchDragging } from "./touch-dragging.ts";
import type { ItemId } from "./use-mouse-dragging.ts";

interface RankingRowOptions {
  /** The part that the mouse drags the row by; the whole row by default. */
  handle?: RefObject<HTMLElement | null>;
  /** Whether it may be dragged. */
  isDraggable?: boolean;
}

/** Registers a row that the mouse can drag, and drop others beside. */
export function useRankingRow<Row extends HTMLElement>(
  row: RefObject<Row | null>,
  id: ItemId,
  { handle, isDraggable = true }: RankingRowOptions = {},
): void {
  useEffect(() => {
    const element = row.current!;
    return combine(
      draggable({
        element,
        ...(handle?.current && { dragHandle: handle.current }),
        canDrag: () => isDraggable && !isTouchDragging(),
        getInitialData: () => ({ rankedId: id }),
      }),
      dropTargetForElements({
        element,
        // between rows and beside the list the last target stays
        getIsSticky: () => true,
        getData: ({ input }) =>
          attachClosestEdge({ rankedId: id }, { element, input, allowedEdges: ["top", "bottom"] }),
      }),
    );
  }, [row, handle, id, isDraggable]);
}
