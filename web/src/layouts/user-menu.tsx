import { useQueryClient } from "@tanstack/react-query";
import type { User } from "contract/accounts/schema.ts";
import Bell from "lucide-static/icons/bell.svg?react";
import ChevronDown from "lucide-static/icons/chevron-down.svg?react";
import Gamepad2 from "lucide-static/icons/gamepad-2.svg?react";
import Heart from "lucide-static/icons/heart.svg?react";
import ListChecks from "lucide-static/icons/list-checks.svg?react";
import LogOut from "lucide-static/icons/log-out.svg?react";
import ShieldCheck from "lucide-static/icons/shield-check.svg?react";
import UserRound from "lucide-static/icons/user-round.svg?react";
import { useEffect } from "react";
import { useCrossTabSync } from "../api/cross-tab-sync.ts";
import { useSignOut } from "../api/sign-out.ts";
import { useText } from "../api/texts.ts";
import { dependsOnViewer, refetchLists } from "../api/use-viewer-queries.ts";
import { isAdmin } from "../features/accounts/account-type.ts";
import { Avatar } from "../features/accounts/avatar.tsx";
import { useLater } from "../page/later-part.tsx";
import { PathLink } from "../page/links.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { Menu, menuItemStyle } from "../ui/menu.tsx";

const loadBell = () => import("../features/notifications/bell.tsx");

/** The user's menu with the bell; the wishlist only on wide screens (spec/storefront 3.2). */
export default function UserMenu({ user }: { user: User }) {
  const text = useText();
  const signOut = useSignOut();
  // here, because this component is on every page, and only for signed-in users
  useCrossTabSync();
  const NotificationBell = useLater(loadBell, true);
  useLibraryLists(user);
  const name = user.displayName || user.username;
  return (
    <>
      {NotificationBell ? <NotificationBell /> : <span className="size-11 max-md:-mx-1.5" />}
      <Menu
        align="end"
        label={`${text("header.account")}: ${name}`}
        buttonClassName={buttonStyle("quiet", "medium", "max-md:w-11 max-md:px-0")}
        button={
          <>
            <Avatar url={user.avatarUrl} />
            <span className="max-w-32 truncate max-md:hidden">{name}</span>
            <ChevronDown aria-hidden className="size-4 max-md:hidden" />
          </>
        }
      >
        <p className="truncate px-3 py-2 text-sm text-muted md:hidden">{name}</p>
        <PathLink path="/profile" className={menuItemStyle}>
          <UserRound aria-hidden className="size-4.5 text-muted" />
          {text("header.nav.profile")}
        </PathLink>
        <PathLink path="/wishlist" className={`${menuItemStyle} max-md:hidden`}>
          <Heart aria-hidden className="size-4.5 text-muted" />
          {text("header.nav.wishlist")}
        </PathLink>
        <PathLink path="/library" className={menuItemStyle}>
          <Gamepad2 aria-hidden className="size-4.5 text-muted" />
          {text("library.title")}
        </PathLink>
        <PathLink path="/lists" className={menuItemStyle}>
          <ListChecks aria-hidden className="size-4.5 text-muted" />
          {text("lists.title")}
        </PathLink>
        <PathLink path="/notifications" className={menuItemStyle}>
          <Bell aria-hidden className="size-4.5 text-muted" />
          {text("notifications.title")}
        </PathLink>
        {isAdmin(user) && (
          <PathLink path="/admin" className={menuItemStyle}>
            <ShieldCheck aria-hidden className="size-4.5 text-muted" />
            {text("header.nav.admin")}
          </PathLink>
        )}
        <button type="button" onClick={signOut} className={menuItemStyle}>
          <LogOut aria-hidden className="size-4.5 text-muted" />
          {text("header.nav.logout")}
        </button>
      </Menu>
    </>
  );
}

/**
 * Lists in server-rendered pages are the same for all visitors: for a user with a library they are refetched without
 * the games that the user owns or ignores, and reset at sign-out. Used once, on every page of signed-in users.
 */
function useLibraryLists({ id, hasLibrary }: Pick<User, "id" | "hasLibrary">): void {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other lists
  useEffect(() => {
    if (!hasLibrary) return;
    // the public list stays visible until the user's own has loaded
    refetchLists(queryClient);
    return () => void queryClient.resetQueries({ predicate: dependsOnViewer });
  }, [queryClient, id, hasLibrary]);
}
