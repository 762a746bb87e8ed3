import { Link } from "@tanstack/react-router";
import ArrowUp from "lucide-static/icons/arrow-up.svg?react";
import LayoutGrid from "lucide-static/icons/layout-grid.svg?react";
import { useGameText } from "../../../api/game-text.ts";
import { ActionLink } from "../../../page/links.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { scrollToTop } from "../../../ui/scroll-to-top.ts";

/** Links at the end of a game's page. */
export default function QuickActions() {
  const text = useGameText();
  return (
    <section aria-label={text("game.quick_actions")} className="flex flex-wrap gap-2.5">
      <Link to="/games" className={buttonStyle("secondary")}>
        <LayoutGrid aria-hidden className="size-4.5" />
        {text("game.browse_more")}
      </Link>
      <ActionLink href="#" onActivate={scrollToTop} className={buttonStyle("secondary")}>
        <ArrowUp aria-hidden className="size-4.5" />
        {text("game.back_to_top")}
      </ActionLink>
    </section>
  );
}
