import { useCanGoBack, useRouter } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useGameText } from "../../../api/game-text.ts";
import { ActionLink } from "../../../page/action-link.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";

/** Goes back in the history, or to the list for visitors from elsewhere. */
export function GoBackButton() {
  const text = useGameText();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <ActionLink
      path="/games"
      className={buttonStyle("quiet", "small", "-ml-3")}
      onActivate={() => (canGoBack ? router.history.back() : void router.navigate({ to: "/games" }))}
    >
      <ArrowLeft aria-hidden className="size-4" />
      {text("game.back")}
    </ActionLink>
  );
}
