import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import {
  type CSSProperties,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";

type ItemId = string | number;

interface Sorting {
  /** Places from 1, as if the dragged item were dropped now. */
  places: ReadonlyMap<ItemId, number>;
  /** The latest move by a button. */
  moved: { id: ItemId; by: "up" | "down" } | undefined;
  move: (id: ItemId, by: "up" | "down") => void;
}

const SortingContext = createContext<Sorting>({ places: new Map(), moved: undefined, move: () => {} });

interface SortableListProps<Id extends ItemId> {
  /** The ids in their order. */
  ids: readonly Id[];
  /** Gets each new order, and must bring it back as `ids` at once. */
  onMove: (ids: readonly Id[], moved: Id) => void;
  children: ReactNode;
}

// a mouse that moves less than this clicks, in pixels
const mouse = { activationConstraint: { distance: 4 } };

// the list itself reports moves, which buttons make too
const silent = { onDragStart: none, onDragOver: none, onDragEnd: none, onDragCancel: none };

function none(): undefined {}

/** Around a vertical list whose rows (`useSortableRow`) are moved by mouse, touch, or buttons. */
export function SortableList<Id extends ItemId>({ ids, onMove, children }: SortableListProps<Id>) {
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor));
  /** Where the dragged item would be dropped now. */
  const [dragged, setDragged] = useState<{ id: ItemId; over: ItemId }>();
  const [moved, setMoved] = useState<Sorting["moved"]>();

  const latest = useRef({ ids, onMove });
  latest.current = { ids, onMove };
  const place = useCallback((id: ItemId, to: number) => {
    const { ids, onMove } = latest.current;
    const from = ids.indexOf(id as Id);
    if (from >= 0 && to !== from && to >= 0 && to < ids.length) onMove(arrayMove([...ids], from, to), id as Id);
  }, []);

  const onDragOver = ({ active, over }: DragOverEvent) =>
    setDragged(over ? { id: active.id, over: over.id } : undefined);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setDragged(undefined);
    if (over) place(active.id, ids.indexOf(over.id as Id));
  };
  const sorting = useMemo((): Sorting => {
    const order = dragged
      ? arrayMove<ItemId>([...ids], ids.indexOf(dragged.id as Id), ids.indexOf(dragged.over as Id))
      : ids;
    return {
      places: new Map(order.map((id, index) => [id, index + 1])),
      moved,
      move: (id, by) => {
        setMoved({ id, by });
        place(id, latest.current.ids.indexOf(id as Id) + (by === "up" ? -1 : 1));
      },
    };
  }, [ids, dragged, moved, place]);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: "" } }}
      onDragOver={onDragOver}
      onDragEnd={onDragEnd}
      onDragCancel={() => setDragged(undefined)}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <SortingContext value={sorting}>{children}</SortingContext>
      </SortableContext>
    </DndContext>
  );
}

interface SortableRowOptions {
  /** What the mouse drags the row by. Touch uses the handle, so that the page can still scroll. */
  mouse: "row" | "handle";
  disabled?: boolean;
}

/**
 * A row of a sortable list. Its buttons to move it have `data-move` with `up` or `down`: they keep the focus. The
 * handle needs `touch-none`.
 */
export function useSortableRow<Row extends HTMLElement>(id: ItemId, { mouse, disabled = false }: SortableRowOptions) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id, disabled });
  const { places, moved, move } = use(SortingContext);
  const row = useRef<Row>(null);
  // a row that moves in the document loses the focus
  useLayoutEffect(() => {
    if (moved?.id !== id) return;
    const buttons = [...(row.current?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? [])];
    (buttons.find((button) => button.dataset.move === moved.by) ?? buttons[0])?.focus();
  }, [id, moved]);
  const style: CSSProperties = {
    transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
    transition,
    ...(isDragging && { position: "relative", zIndex: 1 }),
  };
  const { onMouseDown, onTouchStart } = listeners ?? {};
  const byMouse = onMouseDown && { onMouseDown: onMouseDown as () => void };
  return {
    rowProps: {
      ref: useCallback(
        (element: Row | null) => {
          row.current = element;
          setNodeRef(element);
        },
        [setNodeRef],
      ),
      style,
      "data-item": id,
      ...(mouse === "row" && byMouse),
    },
    handleProps: {
      "data-handle": true,
      ...(mouse === "handle" && byMouse),
      ...(onTouchStart && { onTouchStart: onTouchStart as () => void }),
    },
    isDragging,
    place: places.get(id) ?? 0,
    total: places.size,
    move: (by: "up" | "down") => move(id, by),
  };
}
