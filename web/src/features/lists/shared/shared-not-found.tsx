import { Link } from "@tanstack/react-router";
import Link2Off from "lucide-react/icons/link-2-off";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useListsText } from "../lists-text.ts";

/** Shown for an unknown link. */
export function SharedNotFound() {
  const text = useListsText();
  return (
    <Notice
      level={1}
      icon={Link2Off}
      title={text("shared.not_found_title")}
      actions={
        <Link to="/games" className={buttonStyle("primary")}>
          {text("lists.browse")}
        </Link>
      }
    >
      {text("shared.not_found_text")}
    </Notice>
  );
}
