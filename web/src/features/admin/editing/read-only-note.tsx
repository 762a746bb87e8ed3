import type { Permission } from "contract/permissions.ts";
import Lock from "lucide-react/icons/lock";
import { useDenialReason } from "../me.ts";

/** Explains why a tab is read-only. */
export function ReadOnlyNote({ needs }: { needs: Permission }) {
  const reason = useDenialReason()(needs);
  if (!reason) return null;
  return (
    <p className="mb-4 flex items-center gap-2 text-sm text-muted">
      <Lock aria-hidden className="size-4 shrink-0" />
      You can look around here, but not change anything. {reason}.
    </p>
  );
}
