import { Link } from "@tanstack/react-router";
import BadgePercent from "lucide-react/icons/badge-percent";
import ChevronDown from "lucide-react/icons/chevron-down";
import Compass from "lucide-react/icons/compass";
import Gift from "lucide-react/icons/gift";
import LayoutGrid from "lucide-react/icons/layout-grid";
import { useText } from "../api/texts.ts";
import { useScrollToTopHere } from "../page/link-click.ts";
import { buttonStyle } from "../ui/button-style.ts";
import { classNames } from "../ui/class-names.ts";
import { Menu } from "../ui/menu.tsx";
import { menuItemStyle } from "../ui/menu-item-style.ts";

/** Links to the lists of games. `short` shows only an icon on the narrowest screens. */
export function ExploreMenu({ short = false }: { short?: boolean }) {
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
