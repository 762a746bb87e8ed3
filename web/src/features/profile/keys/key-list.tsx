import type { ApiKey } from "contract/accounts/key-schema.ts";
import { scopeTexts } from "contract/content-strings/defaults/personal/keys.ts";
import { formatDate } from "contract/core/dates.ts";
import { Button } from "../../../ui/button.tsx";
import { useKeyText } from "./key-text.ts";

export function KeyList({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  const text = useKeyText();
  if (keys.length === 0) return <p className="mt-4 text-muted">{text("keys.none")}</p>;
  return (
    <ul className="mt-4 grid gap-4">
      {keys.map((key) => (
        <li key={key.id} className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="wrap-anywhere">
              {key.name} <code className="ml-1 text-sm whitespace-nowrap text-muted">{key.start}…</code>
            </p>
            <p className="text-sm text-muted">{key.scopes.map((scope) => text(scopeTexts[scope])).join(" · ")}</p>
            <p className="text-sm text-muted">
              {text("keys.created_on", { date: formatDate(key.createdAt) })}
              {" · "}
              {key.lastUsedAt ? text("keys.used", { date: formatDate(key.lastUsedAt) }) : text("keys.unused")}
            </p>
          </div>
          <Button size="small" aria-label={text("keys.revoke_label", { name: key.name })} onClick={() => onRevoke(key)}>
            {text("keys.revoke")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
