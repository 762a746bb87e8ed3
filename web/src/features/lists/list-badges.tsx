import type { UserList } from "contract/lists/schema.ts";
import { Badge } from "../../ui/badge.tsx";
import { useListsText } from "./lists-text.ts";

/** What kind of list it is, and whether it is shared. */
export function ListBadges({ list }: { list: Pick<UserList, "is_gift" | "shared"> }) {
  const text = useListsText();
  return (
    <>
      {list.is_gift && <Badge tone="positive">{text("lists.gift_badge")}</Badge>}
      {list.shared && <Badge tone="neutral">{text("lists.shared_badge")}</Badge>}
    </>
  );
}
