import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { isSameRanking, movedBy, movedNextTo } from "./ranking-moves.ts";
import { type Dragging, type ItemId, useMouseDragging } from "./use-mouse-dragging.ts";

/** A dragged item, and the ranking as it would be if dropped now. */
interface Drag<Id> {
  id: Id;
  ranking: readonly Id[];
  /** The item that it is next to. */
  beside?: { id: Id; edge: "top" | "bottom" };
}

type By = "up" | "down" | "drag";

export interface Ranking<Id extends ItemId> {
  drag: Drag<Id> | null;
  dragging: Dragging<Id>;
  /** Places from 1, as if the dragged item were dropped now. */
  places: ReadonlyMap<Id, number>;
  /** The latest move. */
  moved: { id: Id; by: By } | undefined;
  onMove: (id: Id, by: "up" | "down") => void;
}

/**
 * Items that are moved by mouse, touch or buttons. `onPlace` gets each new ranking and must bring it back as `ids`.
 * Rows of `list` carry `data-item`, their buttons `data-move`: a moved row keeps the focus.
 */
export function useRanking<Id extends ItemId>(
  list: RefObject<HTMLElement | null>,
  ids: readonly Id[],
  onPlace: (ranking: readonly Id[], moved: Id) => void,
): Ranking<Id> {
  const [drag, setDrag] = useState<Drag<Id> | null>(null);
  const [moved, setMoved] = useState<{ id: Id; by: By }>();

  // events between two renders, as while dragging, need the latest state
  const latest = useRef({ ids, drag, onPlace });
  latest.current = { ids, drag, onPlace };
  const showDrag = useCallback((next: Drag<Id> | null) => {
    latest.current.drag = next;
    setDrag(next);
  }, []);

  const place = useCallback((id: Id, ranking: readonly Id[], by: By) => {
    const { ids, onPlace } = latest.current;
    if (isSameRanking(ranking, ids)) return;
    setMoved({ id, by });
    onPlace(ranking, id);
  }, []);

  const dragging = useMemo(
    () => ({
      start: (id: Id) => showDrag({ id, ranking: latest.current.ids }),
      over: (other: Id, edge: "top" | "bottom") => {
        const { drag } = latest.current;
        if (!drag || other === drag.id) return;
        const ranking = movedNextTo(drag.ranking, drag.id, other, edge);
        if (!isSameRanking(ranking, drag.ranking)) showDrag({ ...drag, ranking, beside: { id: other, edge } });
      },
      /** `dropped` is false when the drag was cancelled. */
      end: (dropped: boolean) => {
        const { drag } = latest.current;
        showDrag(null);
        if (drag && dropped) place(drag.id, drag.ranking, "drag");
      },
    }),
    [showDrag, place],
  );
  useMouseDragging(dragging);

  const onMove = useCallback(
    (id: Id, by: "up" | "down") => place(id, movedBy(latest.current.ids, id, by === "up" ? -1 : 1), by),
    [place],
  );
  // a moved row loses the focus of its button
  useLayoutEffect(() => {
    if (!moved || moved.by === "drag") return;
    const row = list.current?.querySelector(`[data-item="${moved.id}"]`);
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];
    (buttons.find((button) => button.dataset.move === moved.by) ?? buttons[0])?.focus();
  }, [list, moved]);

  const places = useMemo(() => new Map((drag?.ranking ?? ids).map((id, index) => [id, index + 1])), [drag, ids]);
  return { drag, dragging, places, moved, onMove };
}
