import { Link, useLocation } from "@tanstack/react-router";
import BadgePercent from "lucide-static/icons/badge-percent.svg?react";
import ChevronDown from "lucide-static/icons/chevron-down.svg?react";
import Compass from "lucide-static/icons/compass.svg?react";
import Gift from "lucide-static/icons/gift.svg?react";
import Heart from "lucide-static/icons/heart.svg?react";
import LayoutGrid from "lucide-static/icons/layout-grid.svg?react";
import LogIn from "lucide-static/icons/log-in.svg?react";
import Search from "lucide-static/icons/search.svg?react";
import UserRound from "lucide-static/icons/user-round.svg?react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSessionCheck } from "../api/current-user.ts";
import { useViewer } from "../api/session.ts";
import { useSite } from "../api/site.ts";
import { useText } from "../api/texts.ts";
import { LoginLink } from "../features/accounts/login-link.tsx";
import { GameSearchForm } from "../features/games/game-search-form.tsx";
import { PriceControl } from "../features/my-stores/price-control.tsx";
import { BrandLink, PathLink, useScrollToTopHere } from "../page/links.tsx";
import { hasOwnSearch } from "../page/page-search.ts";
import { ThemeSwitch } from "../page/theme-switch.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { classNames } from "../ui/class-names.ts";
import { Menu, menuItemStyle } from "../ui/menu.tsx";

// only for signed-in visitors
const UserMenu = lazy(() => import("./user-menu.tsx"));
// only on phones and tablets
const SearchOverlay = lazy(() => import("../features/games/suggest/search-overlay.tsx"));

/** Navigation: home, lists, search and account; on phones with a bar at the bottom of the screen. */
export function SiteHeader() {
  const text = useText();
  const viewer = useViewer();
  const checked = useSessionCheck();
  const pathname = useLocation({ select: (location) => location.pathname });
  const [isSearching, setSearching] = useState(false);
  const user = viewer === "unknown" ? null : viewer;
  useSearchKeys(() => setSearching(true));
  return (
    <>
      <header aria-busy={checked ? undefined : true} className="sticky top-0 z-20 border-b border-border bg-surface">
        <div className="page-width flex min-h-15 items-center sm:gap-1 md:min-h-16 lg:gap-2">
          <BrandLink short={user !== null} />
          <nav aria-label={text("header.menu")} className="flex items-center lg:ms-3">
            <PageLink to="/deals">{text("header.nav.deals")}</PageLink>
            <PageLink to="/games">{text("header.nav.games")}</PageLink>
            <PageLink to="/free">{text("header.nav.free")}</PageLink>
            <ExploreMenu />
            {user && (
              <PathLink
                path="/wishlist"
                aria-current={pathname === "/wishlist" ? "page" : undefined}
                className={buttonStyle("quiet", "medium", "max-xl:w-11 max-xl:px-0 max-sm:hidden xl:px-3")}
              >
                <Heart aria-hidden className="size-4.5" />
                <span className="max-xl:sr-only">{text("header.nav.wishlist")}</span>
              </PathLink>
            )}
          </nav>
          <div className="ms-auto flex min-w-0 items-center sm:gap-1 lg:gap-2">
            <GameSearchForm
              isSite
              className={classNames(
                "w-56 min-w-0 max-lg:hidden xl:w-80",
                hasOwnSearch(pathname) && "beside-page-search",
              )}
            />
            <button
              type="button"
              aria-label={text("header.search")}
              aria-haspopup="dialog"
              onClick={() => setSearching(true)}
              className={buttonStyle("quiet", "icon", "needs-script max-sm:hidden lg:hidden")}
            >
              <Search aria-hidden className="size-5" />
            </button>
            <PriceControl />
            <ThemeSwitch />
            {user ? (
              <Suspense fallback={<span className="size-11" />}>
                <UserMenu user={user} />
              </Suspense>
            ) : (
              <LoginLink
                className={buttonStyle(
                  "secondary",
                  "medium",
                  classNames(
                    "max-md:w-11 max-md:border-0 max-md:bg-transparent max-md:px-0",
                    viewer === "unknown" && "hidden-from-signed-in",
                  ),
                )}
              >
                <LogIn aria-hidden className="size-4.5" />
                <span className="max-md:sr-only">{text("header.nav.login")}</span>
              </LoginLink>
            )}
          </div>
        </div>
      </header>
      <BottomBar pathname={pathname} onSearch={() => setSearching(true)} />
      {isSearching && (
        <Suspense>
          <SearchOverlay onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </>
  );
}

/** One of the links beside the Explore menu, from 640 px on. */
function PageLink({ to, children }: { to: "/deals" | "/games" | "/free"; children: string }) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      onClick={useScrollToTopHere()}
      className={buttonStyle("quiet", "medium", "px-2.5 max-sm:hidden aria-[current=page]:text-text xl:px-3")}
    >
      {children}
    </Link>
  );
}

/** Links to the lists of games; only an icon on the narrowest screens. */
function ExploreMenu() {
  const text = useText();
  const scrollToTopHere = useScrollToTopHere();
  return (
    <Menu
      buttonClassName={buttonStyle("quiet", "medium", "px-2.5 xl:px-3")}
      button={
        <>
          <Compass aria-hidden className="size-5 min-[26rem]:hidden" />
          <span className="max-[26rem]:sr-only">{text("header.nav.explore")}</span>
          <ChevronDown aria-hidden className="size-4 max-[26rem]:hidden" />
        </>
      }
    >
      <Link to="/games" activeOptions={{ exact: true }} onClick={scrollToTopHere} className={menuItemStyle}>
        <LayoutGrid aria-hidden className="size-4.5 text-muted" />
        {text("header.nav.all_games")}
      </Link>
      <Link to="/deals" onClick={scrollToTopHere} className={menuItemStyle}>
        <BadgePercent aria-hidden className="size-4.5 text-muted" />
        {text("header.nav.deals")}
      </Link>
      <Link to="/free" onClick={scrollToTopHere} className={menuItemStyle}>
        <Gift aria-hidden className="size-4.5 text-muted" />
        {text("header.nav.free_games")}
      </Link>
    </Menu>
  );
}

const barItemStyle =
  "flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-muted " +
  "aria-[current=page]:font-semibold aria-[current=page]:text-accent-text";

/**
 * On phones: deals, search, wishlist and account within reach of the thumb. Visitors who are signed out have the free
 * games in place of the wishlist (spec/storefront 3.1).
 */
function BottomBar({ pathname, onSearch }: { pathname: string; onSearch: () => void }) {
  const text = useText();
  const viewer = useViewer();
  const { mobile_wishlist: mobileWishlist } = useSite();
  const scrollToTopHere = useScrollToTopHere();
  const isSignedIn = viewer !== null && viewer !== "unknown";
  const current = (path: string) => (pathname === path ? ("page" as const) : undefined);
  return (
    <nav
      aria-label={text("header.bar")}
      className={
        "fixed inset-x-0 bottom-0 z-20 flex border-t border-border bg-raised " +
        "pb-[env(safe-area-inset-bottom)] sm:hidden"
      }
    >
      <Link to="/deals" onClick={scrollToTopHere} activeOptions={{ exact: true }} className={barItemStyle}>
        <BadgePercent aria-hidden className="size-5" />
        {text("header.nav.deals")}
      </Link>
      <button type="button" aria-haspopup="dialog" onClick={onSearch} className={`${barItemStyle} needs-script`}>
        <Search aria-hidden className="size-5" />
        {text("header.search_submit")}
      </button>
      {isSignedIn && mobileWishlist ? (
        <PathLink path="/wishlist" aria-current={current("/wishlist")} className={barItemStyle}>
          <Heart aria-hidden className="size-5" />
          {text("header.nav.wishlist")}
        </PathLink>
      ) : (
        <Link to="/free" onClick={scrollToTopHere} activeOptions={{ exact: true }} className={barItemStyle}>
          <Gift aria-hidden className="size-5" />
          {text("header.nav.free")}
        </Link>
      )}
      {isSignedIn ? (
        <PathLink path="/profile" aria-current={current("/profile")} className={barItemStyle}>
          <UserRound aria-hidden className="size-5" />
          {text("header.account")}
        </PathLink>
      ) : (
        <LoginLink className={barItemStyle}>
          <UserRound aria-hidden className="size-5" />
          {text("header.account")}
        </LoginLink>
      )}
    </nav>
  );
}

/** `/` and Ctrl K move to the search field in view; where there is none they open the search. */
function useSearchKeys(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCtrlK = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey;
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isTyping = event.target instanceof Element && event.target.matches("input, select, textarea");
      if (!isCtrlK && (!isSlash || isTyping)) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      const fields = [...document.querySelectorAll<HTMLInputElement>("input[type=search][name=search]")];
      const field = fields.find((one) => one.checkVisibility({ visibilityProperty: true }));
      if (!field) return open();
      field.focus();
      field.select();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });
}
