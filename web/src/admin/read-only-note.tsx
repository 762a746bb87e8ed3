import type { Permission } from "contract/permissions.ts";
import Lock from "lucide-react/icons/lock";
import { useWhyNot } from "./me.ts";

/** Says at the head of a tab why its actions cannot be used. */
export function ReadOnlyNote({ needs }: { needs: Permission }) {
  const reason = useWhyNot()(needs);
  if (!reason) return null;
  return (
    <p className="mb-4 flex items-center gap-2 text-sm text-muted">
      <Lock aria-hidden className="size-4 shrink-0" />
      You can look around here, but not change anything. {reason}.
    </p>
  );
}
