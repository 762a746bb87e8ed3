import Lock from "lucide-react/icons/lock";
import { LoginLink } from "../accounts/login-link.tsx";
import { useGameText } from "../games/game-text.ts";
import { buttonStyle } from "../ui/button-style.ts";

/** What stands in the price history's place for those who are not signed in, also when the server says so. */
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
