import { Link, useLocation } from "@tanstack/react-router";
import BadgePercent from "lucide-react/icons/badge-percent";
import ChevronDown from "lucide-react/icons/chevron-down";
import Compass from "lucide-react/icons/compass";
import Gift from "lucide-react/icons/gift";
import Heart from "lucide-react/icons/heart";
import LayoutGrid from "lucide-react/icons/layout-grid";
import LogIn from "lucide-react/icons/log-in";
import Search from "lucide-react/icons/search";
import { lazy, Suspense } from "react";
import { useSessionCheck } from "../api/current-user.ts";
import { useViewer } from "../api/session.ts";
import { useSite } from "../api/site.ts";
import { useText } from "../api/texts.ts";
import { LoginLink } from "../features/accounts/login-link.tsx";
import { GameSearchForm } from "../features/games/game-search-form.tsx";
import { CountryPicker } from "../features/markets/country-picker.tsx";
import { BrandLink, PathLink, useScrollToTopHere } from "../page/links.tsx";
import { ThemeSwitch } from "../page/theme-switch.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { classNames } from "../ui/class-names.ts";
import { Menu, menuItemStyle } from "../ui/menu.tsx";

// only for signed-in visitors
const UserMenu = lazy(() => import("./user-menu.tsx"));

/** Pages with their own search box. */
const searchPages = new Set(["/", "/games", "/free"]);

/** Navigation: home, lists, search and account. */
export function SiteHeader() {
  const text = useText();
  const viewer = useViewer();
  const checked = useSessionCheck();
  const { mobile_wishlist: mobileWishlist } = useSite();
  const pathname = useLocation({ select: (location) => location.pathname });
  const user = viewer === "unknown" ? null : viewer;
  return (
    <header aria-busy={checked ? undefined : true} className="sticky top-0 z-20 border-b border-border bg-surface">
      <div className="page-width flex min-h-15 flex-wrap items-center gap-1 md:min-h-16 md:gap-2">
        <BrandLink short={user !== null} />
        <nav aria-label={text("header.menu")} className="flex items-center md:ml-4">
          <ExploreMenu short={user !== null} />
          {user && (
            <PathLink
              path="/wishlist"
              aria-current={pathname === "/wishlist" ? "page" : undefined}
              className={buttonStyle(
                "quiet",
                "medium",
                `max-md:w-11 max-md:px-0 ${mobileWishlist ? "" : "max-md:hidden"}`,
              )}
            >
              <Heart aria-hidden className="size-4.5" />
              <span className="max-md:sr-only">{text("header.nav.wishlist")}</span>
            </PathLink>
          )}
        </nav>
        <div className="ml-auto flex items-center gap-1 md:gap-2">
          {!searchPages.has(pathname) && (
            <>
              <GameSearchForm className="w-72 max-lg:hidden xl:w-80" />
              <Link
                to="/games"
                aria-label={text("header.search")}
                className={buttonStyle("quiet", "icon", "lg:hidden")}
              >
                <Search aria-hidden className="size-5" />
              </Link>
            </>
          )}
          <CountryPicker className={buttonStyle("quiet", "small", "figures max-md:hidden")} />
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
  );
}

/** Links to the lists of games. `short` shows only an icon on the narrowest screens. */
function ExploreMenu({ short = false }: { short?: boolean }) {
  const text = useText();
  const scrollToTopHere = useScrollToTopHere();
  return (
    <Menu
      buttonClassName={buttonStyle("quiet", "medium", "max-md:px-2.5")}
      button={
        <>
          {short && <Compass aria-hidden className="size-5 min-[22.5rem]:hidden" />}
          <span className={short ? "max-[22.5rem]:sr-only" : undefined}>{text("header.nav.explore")}</span>
          <ChevronDown aria-hidden className={classNames("size-4", short && "max-[22.5rem]:hidden")} />
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
