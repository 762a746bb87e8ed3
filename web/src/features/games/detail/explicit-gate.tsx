import { Link } from "@tanstack/react-router";
import EyeOff from "lucide-react/icons/eye-off";
import { useGameText } from "../../../api/game-text.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";

/** Requires a click before explicit content is shown (spec/games 6.5). */
export function ExplicitGate({ onShow }: { onShow: () => void }) {
  const text = useGameText();
  return (
    <Notice
      level={1}
      icon={EyeOff}
      title={text("game.explicit_title")}
      actions={
        <>
          <Link to="/games" className={buttonStyle("primary")}>
            {text("game.browse_more")}
          </Link>
          <Button className="needs-script" onClick={onShow}>
            {text("game.explicit_show")}
          </Button>
        </>
      }
    >
      {text("game.explicit_text")}
    </Notice>
  );
}
