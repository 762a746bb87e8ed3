import { formatCount } from "contract/core/counts.ts";
import type { AdminStore } from "contract/stores/schema.ts";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import Pencil from "lucide-react/icons/pencil";
import { classNames } from "../../ui/class-names.ts";
import { useSortableRow } from "../../ui/sortable.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useDenialReason } from "../admin/me.ts";
import { rowStyle, stickyRight } from "../admin/table.tsx";
import { ColorDot } from "./color-dot.tsx";
import { EnabledSwitch } from "./enabled-switch.tsx";
import { kindNames } from "./store-form.ts";

interface StoreRowProps {
  store: AdminStore;
  onEnable: (enabled: boolean) => Promise<void>;
  onEdit: () => void;
}

/** A store; the handle drags it. */
export function StoreRow({ store, onEnable, onEdit }: StoreRowProps) {
  const { key, name, kind, color, website, offers, enabled } = store;
  const lacksWrite = useDenialReason()("stores.write");
  const row = useSortableRow<HTMLTableRowElement>(key, { mouse: "handle", disabled: lacksWrite !== undefined });
  return (
    <tr {...row.rowProps} className={classNames(rowStyle, "bg-raised", row.isDragging && "opacity-60")}>
      <td className="w-0 whitespace-nowrap">
        <span className="flex items-center gap-1">
          <span
            {...row.handleProps}
            aria-hidden
            title={lacksWrite ?? `Drag ${name} to its place`}
            className={classNames(
              "grid size-9 touch-none place-items-center text-muted select-none",
              lacksWrite === undefined ? "cursor-grab" : "opacity-50",
            )}
          >
            <GripVertical className="size-4.5" />
          </span>
          <span className="figures text-muted">{row.place}</span>
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
              disabled={row.place === (by === "up" ? 1 : row.total)}
              denialReason={lacksWrite}
              onClick={() => row.move(by)}
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
