import { Link } from "@tanstack/react-router";
import ShieldAlert from "lucide-react/icons/shield-alert";
import { buttonStyle } from "../../ui/button-style.ts";
import { useMe } from "../admin/me.ts";

/** Recommends a second factor to administrators who have none. */
export function SecondFactorNotice() {
  if (useMe().user.hasSecondFactor) return null;
  return (
    <aside
      aria-label="Second factor"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-warning/40 bg-warning-soft p-4"
    >
      <ShieldAlert aria-hidden className="size-5 shrink-0 text-warning" />
      <p className="min-w-64 grow text-sm">
        Your account is protected by a password alone. With a second factor, a stolen password is not enough to change
        this site.
      </p>
      <Link to="/profile" hash="security" className={buttonStyle("secondary", "small")}>
        Add a Second Factor
      </Link>
    </aside>
  );
}
