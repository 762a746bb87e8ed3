import type { SiteConfig } from "contract/site-config/schema.ts";
import Trash2 from "lucide-react/icons/trash-2";
import { useId } from "react";
import { Badge } from "../../ui/badge.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { BreakableKey } from "../admin/breakable-key.tsx";
import { useDenialReason } from "../admin/me.ts";
import { formatMoment } from "../admin/moments.ts";
import { ValueEditor } from "./value-editor.tsx";

interface ConfigRowProps {
  config: SiteConfig;
  /** The edited value, if it differs from the saved one. */
  edited: string | undefined;
  problem: string | undefined;
  onChange: (value: string) => void;
  onDelete: () => void;
}

/** A setting with the control for its value. */
export function ConfigRow({ config, edited, problem, onChange, onDelete }: ConfigRowProps) {
  const id = useId();
  const denialReason = useDenialReason();
  const readOnly = denialReason("config.write") !== undefined;
  return (
    <li className="grid gap-x-6 gap-y-2 py-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">
            <BreakableKey name={config.key} />
          </span>
          {config.required && <Badge>Required</Badge>}
          {edited !== undefined && <Badge tone="warning">Edited</Badge>}
        </p>
        <p id={`${id}-about`} className="text-sm text-muted">
          {config.description}
        </p>
        {config.last_modified && (
          <p className="figures text-xs text-muted">Changed {formatMoment(config.last_modified)}</p>
        )}
      </div>
      <div className="min-w-0">
        <ValueEditor
          type={config.type}
          label={config.key}
          value={edited ?? config.value}
          onChange={onChange}
          disabled={readOnly}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-about ${id}-problem`}
        />
        <p id={`${id}-problem`} aria-live="polite" className="text-sm text-danger">
          {problem}
        </p>
      </div>
      <ActionButton
        kind="quiet"
        size="icon"
        className="-mr-3 justify-self-end"
        aria-label={`Delete ${config.key}`}
        title={`Delete ${config.key}`}
        denialReason={denialReason("config.delete")}
        onClick={onDelete}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </ActionButton>
    </li>
  );
}
