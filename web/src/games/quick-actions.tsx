import { Link } from "@tanstack/react-router";
import ArrowUp from "lucide-react/icons/arrow-up";
import LayoutGrid from "lucide-react/icons/layout-grid";
import { ActionLink } from "../layouts/action-link.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { scrollToTop } from "../ui/scroll-to-top.ts";
import { useGameText } from "./game-text.ts";

/** Where to go at the end of a game's page. */
export function QuickActions() {
  const text = useGameText();
  return (
    <section aria-label={text("game.quick_actions")} className="flex flex-wrap gap-2.5">
      <Link to="/games" className={buttonStyle("secondary")}>
        <LayoutGrid aria-hidden className="size-4.5" />
        {text("game.browse_more")}
      </Link>
      <ActionLink path="#" onPress={scrollToTop} className={buttonStyle("secondary")}>
        <ArrowUp aria-hidden className="size-4.5" />
        {text("game.back_to_top")}
      </ActionLink>
    </section>
  );
}
