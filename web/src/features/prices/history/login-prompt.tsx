import Lock from "lucide-react/icons/lock";
import { useGameText } from "../../../api/game-text.ts";
import { buttonStyle } from "../../../ui/button-style.ts";
import { LoginLink } from "../../accounts/login-link.tsx";

/** Shown instead of the price history to anonymous visitors. */
export function LoginPrompt() {
  const text = useGameText();
  return (
    <div className="flex flex-col items-center gap-3 py-8 text-center">
      <Lock aria-hidden className="size-6 text-muted" />
      <p className="text-muted">{text("history.login_prompt")}</p>
      <LoginLink className={buttonStyle("secondary")}>{text("header.nav.login")}</LoginLink>
    </div>
  );
}
