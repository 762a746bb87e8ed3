import { Link } from "@tanstack/react-router";
import Compass from "lucide-static/icons/compass.svg?react";
import { useText } from "../../../api/texts.ts";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";

/** Shown for an unknown game. */
export function GameNotFound() {
  const text = useText();
  return (
    <Notice
      level={1}
      icon={Compass}
      title={text("game.not_found")}
      actions={
        <Link to="/games" className={buttonStyle("primary")}>
          {text("game.browse_more")}
        </Link>
      }
    />
  );
}
