import type { CatalogueGame, FieldState } from "contract/catalogue/game-schema.ts";
import Pin from "lucide-react/icons/pin";
import { useState } from "react";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.ts";
import { useRefresh } from "../../admin/editing/use-refresh.ts";
import { useDenialReason } from "../../admin/me.ts";
import { fieldNames, toText } from "./game-form.ts";
import { sourceName } from "./source-name.ts";

interface FieldNotesProps {
  game: CatalogueGame;
  field: FieldState;
  onDone: (done: string) => void;
}

/** Below a field: differing values of its sources, and for an overridden one a button that releases it. */
export function FieldNotes({ game, field, onDone }: FieldNotesProps) {
  const { value, overridden, sources } = field;
  const others = sources.filter((source) => source.value !== value);
  return (
    <>
      {others.map(({ source, value }) => (
        <OtherValue key={source} label={sourceName(source)} value={value} />
      ))}
      {overridden && <Override game={game} field={field} onDone={onDone} />}
    </>
  );
}

function OtherValue({ label, value }: { label: string; value: FieldState["value"] }) {
  return (
    <p className="line-clamp-2 text-sm break-words text-muted">
      {label}: {toText(value) || "(empty)"}
    </p>
  );
}

function Override({ game, field, onDone }: FieldNotesProps) {
  const denialReason = useDenialReason()("catalogue.write");
  const release = useRelease(game, field, onDone);
  const label = fieldNames[field.name];
  const isFromSource = field.sources.some(({ value }) => value === field.replaced);
  return (
    <>
      {!isFromSource && field.replaced !== null && <OtherValue label="Before" value={field.replaced} />}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="flex items-center gap-1 text-accent-text">
          <Pin aria-hidden className="size-4" /> Set by hand
        </span>
        <ActionButton
          size="small"
          denialReason={denialReason}
          disabled={release.running}
          aria-label={`Release ${label}`}
          onClick={() => void release.run()}
        >
          Release
        </ActionButton>
        {release.failure && <span role="alert">{release.failure}</span>}
      </p>
    </>
  );
}

function useRelease(game: CatalogueGame, { name }: FieldState, onDone: (done: string) => void) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async () => {
    setRunning(true);
    setFailure(undefined);
    try {
      const body = { fields: [name], base_version: game.version };
      await call("POST /api/admin/catalogue/games/{id}/release", { params: { id: game.id }, body });
      onDone(`Released ${fieldNames[name]}.`);
    } catch (error) {
      setFailure(serverMessageOf(error, "Failed to release the field"));
    } finally {
      // also after a conflict, so that the next attempt is based on the version shown
      await refresh();
      setRunning(false);
    }
  };
  return { run, running, failure };
}
