import type { User } from "contract/accounts/schema.ts";
import ShieldCheck from "lucide-react/icons/shield-check";
import Sparkles from "lucide-react/icons/sparkles";
import { PathLink } from "../../page/path-link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { useAccountText } from "../accounts/account-text.ts";
import { isAdmin } from "../accounts/account-type.ts";
import { Avatar } from "../accounts/avatar.tsx";

/** Picture, name, address and roles of the user. */
export function ProfileHeader({ user }: { user: User }) {
  const text = useAccountText();
  return (
    <header className="flex items-center gap-4">
      <Avatar url={user.avatarUrl} size="large" />
      <div className="min-w-0">
        <p className="text-xl font-semibold break-words sm:text-2xl">{user.displayName || user.username}</p>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted">
          {user.email && <span className="break-all">{user.email}</span>}
          {isAdmin(user) && (
            <PathLink path="/admin" className="rounded-sm hover:underline">
              <Badge tone="accent">
                <ShieldCheck aria-hidden className="size-3.5" />
                {text("profile.admin")}
              </Badge>
            </PathLink>
          )}
          {user.role === "moderator" && (
            <Badge tone="positive">
              <Sparkles aria-hidden className="size-3.5" />
              {text("profile.moderator")}
            </Badge>
          )}
        </div>
      </div>
    </header>
  );
}
