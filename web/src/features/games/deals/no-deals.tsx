import { Link } from "@tanstack/react-router";
import BadgePercent from "lucide-react/icons/badge-percent";
import { useStores } from "../../../api/stores.ts";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useDealText } from "./deal-text.ts";

/** Shown in place of empty sections or an empty list. */
export function NoDeals({ store, isSection = false }: { store: string | undefined; isSection?: boolean }) {
  const text = useDealText();
  const { storeOf } = useStores();
  const isPart = isSection || store !== undefined;
  const none = isSection ? text("deals.empty_section") : text("deals.empty");
  return (
    <Notice
      icon={BadgePercent}
      title={text("deals.empty_title")}
      actions={
        <>
          {isPart && (
            <Link to="/deals" className={buttonStyle("primary")}>
              {text("deals.all")}
            </Link>
          )}
          <Link to="/games" className={buttonStyle(isPart ? "secondary" : "primary")}>
            {text("game.browse_more")}
          </Link>
        </>
      }
    >
      {store && !isSection ? text("deals.empty_store", { store: storeOf(store).name }) : none}
    </Notice>
  );
}
