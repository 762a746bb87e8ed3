import { formatCount } from "contract/core/counts.ts";
import type { AdminStore } from "contract/stores/schema.ts";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import Pencil from "lucide-react/icons/pencil";
import { useRef } from "react";
import { classNames } from "../../ui/class-names.ts";
import { startTouchDrag } from "../../ui/ranking/touch-dragging.ts";
import type { Ranking } from "../../ui/ranking/use-ranking.ts";
import { useRankingRow } from "../../ui/ranking/use-ranking-row.ts";
import { ActionButton } from "../admin/action-button.tsx";
import { stickyRight } from "../admin/data-table.tsx";
import { useDenialReason } from "../admin/me.ts";
import { rowStyle } from "../admin/plain-table.tsx";
import { ColorDot } from "./color-dot.tsx";
import { EnabledSwitch } from "./enabled-switch.tsx";
import { kindNames } from "./store-form.ts";

interface StoreRowProps {
  store: AdminStore;
  /** From 1. */
  place: number;
  total: number;
  ranking: Ranking<string>;
  onEnable: (enabled: boolean) => Promise<void>;
  onEdit: () => void;
}

const edges = {
  top: "shadow-[inset_0_2px_0_var(--color-accent-text)]",
  bottom: "shadow-[inset_0_-2px_0_var(--color-accent-text)]",
};

/** A store; the handle drags it, while the other rows stay in place until it is dropped. */
export function StoreRow({ store, place, total, ranking, onEnable, onEdit }: StoreRowProps) {
  const { key, name, kind, color, website, offers, enabled } = store;
  const { drag, dragging, onMove } = ranking;
  const lacksWrite = useDenialReason()("stores.write");
  const row = useRef<HTMLTableRowElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  useRankingRow(row, key, { handle, isDraggable: lacksWrite === undefined });
  return (
    <tr
      ref={row}
      data-item={key}
      className={classNames(
        rowStyle,
        drag?.id === key && "opacity-60",
        drag?.beside?.id === key && edges[drag.beside.edge],
      )}
    >
      <td className="w-0 whitespace-nowrap">
        <span className="flex items-center gap-1">
          <span
            ref={handle}
            aria-hidden
            data-handle
            title={lacksWrite ?? `Drag ${name} to its place`}
            onPointerDown={(event) => {
              if (lacksWrite === undefined) startTouchDrag(event.nativeEvent, key, dragging);
            }}
            className={classNames(
              "grid size-9 touch-none place-items-center text-muted select-none",
              lacksWrite === undefined ? "cursor-grab" : "opacity-50",
            )}
          >
            <GripVertical className="size-4.5" />
          </span>
          <span className="figures text-muted">{place}</span>
        </span>
      </td>
      <td className="min-w-40">
        <span className="flex items-center gap-2">
          <ColorDot color={color} />
          <span className="font-medium">{name}</span>
          <span className="text-xs text-muted">{key}</span>
        </span>
      </td>
      <td className="whitespace-nowrap">{kindNames[kind]}</td>
      <td className="max-w-56 truncate">
        {website && (
          <a href={website} target="_blank" rel="noreferrer" className="hover:underline">
            {URL.parse(website)?.host ?? website}
          </a>
        )}
      </td>
      <td className="figures text-right">{formatCount(offers)}</td>
      <td>
        <EnabledSwitch name={name} enabled={enabled} onChange={onEnable} />
      </td>
      <td className={classNames(stickyRight, "w-0 whitespace-nowrap")}>
        {(["up", "down"] as const).map((by) => {
          const Icon = by === "up" ? ArrowUp : ArrowDown;
          return (
            <ActionButton
              key={by}
              kind="quiet"
              size="icon"
              className="size-9!"
              data-move={by}
              aria-label={`Move ${name} ${by}`}
              title={`Move ${name} ${by}`}
              disabled={by === "up" ? place === 1 : place === total}
              denialReason={lacksWrite}
              onClick={() => onMove(key, by)}
            >
              <Icon aria-hidden className="size-4.5" />
            </ActionButton>
          );
        })}
        <ActionButton
          kind="quiet"
          size="icon"
          className="size-9!"
          aria-label={`Edit ${name}`}
          title={`Edit ${name}`}
          denialReason={lacksWrite}
          onClick={onEdit}
        >
          <Pencil aria-hidden className="size-4.5" />
        </ActionButton>
      </td>
    </tr>
  );
}
