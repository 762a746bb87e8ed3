import { Link } from "@tanstack/react-router";
import type { Game } from "contract/games/schema.ts";
import ArrowUp from "lucide-react/icons/arrow-up";
import LayoutGrid from "lucide-react/icons/layout-grid";
import { useText } from "../content-strings/texts.ts";
import { Button } from "../ui/button.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { scrollToTop } from "../ui/scroll-to-top.ts";
import { ShareButton } from "./share-button.tsx";

/** Where to go from a game's page. */
export function QuickActions({ game }: { game: Game }) {
  const text = useText();
  return (
    <section aria-label={text("game.quick_actions")} className="grid grid-cols-2 gap-2">
      <ShareButton gameId={game.id} />
      <Button size="small" onClick={scrollToTop}>
        <ArrowUp aria-hidden className="size-4" />
        {text("game.back_to_top")}
      </Button>
      <Link to="/games" className={buttonStyle("secondary", "small", "col-span-2")}>
        <LayoutGrid aria-hidden className="size-4" />
        {text("game.browse_more")}
      </Link>
    </section>
  );
}
