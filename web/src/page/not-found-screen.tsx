import { Link } from "@tanstack/react-router";
import Compass from "lucide-react/icons/compass";
import { useText } from "../api/texts.ts";
import { buttonStyle } from "../ui/button-style.ts";
import { Notice } from "../ui/notice.tsx";

/** Shown with status 404. */
export function NotFoundScreen() {
  const text = useText();
  return (
    <Notice
      level={1}
      icon={Compass}
      title={text("status.not_found_title")}
      actions={
        <Link to="/" className={buttonStyle("primary")}>
          {text("status.go_home")}
        </Link>
      }
    >
      {text("status.not_found_text")}
    </Notice>
  );
}
