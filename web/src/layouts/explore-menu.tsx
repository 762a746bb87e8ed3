import { Link } from "@tanstack/react-router";
import ChevronDown from "lucide-react/icons/chevron-down";
import Gift from "lucide-react/icons/gift";
import LayoutGrid from "lucide-react/icons/layout-grid";
import { useText } from "../content-strings/texts.ts";
import { buttonStyle } from "../ui/button-style.ts";
import { Menu } from "../ui/menu.tsx";
import { menuItemStyle } from "../ui/menu-item-style.ts";

/** The lists of games. */
export function ExploreMenu() {
  const text = useText();
  return (
    <Menu
      buttonClassName={buttonStyle("quiet", "medium", "max-md:px-2.5")}
      button={
        <>
          {text("header.nav.explore")}
          <ChevronDown aria-hidden className="size-4" />
        </>
      }
    >
      <Link to="/games" activeOptions={{ exact: true }} className={menuItemStyle}>
        <LayoutGrid aria-hidden className="size-4.5 text-muted" />
        {text("header.nav.all_games")}
      </Link>
      <Link to="/free" className={menuItemStyle}>
        <Gift aria-hidden className="size-4.5 text-muted" />
        {text("header.nav.free_games")}
      </Link>
    </Menu>
  );
}
