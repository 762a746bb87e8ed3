import { useCanGoBack, useRouter } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { ActionLink } from "../layouts/action-link.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { useGameText } from "./game-text.ts";

/** Back to where the visitor came from; to the list for those who came from elsewhere. */
export function GoBackButton() {
  const text = useGameText();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <ActionLink
      path="/games"
      className={buttonStyle("quiet", "small", "-ml-3")}
      onPress={() => (canGoBack ? router.history.back() : void router.navigate({ to: "/games" }))}
    >
      <ArrowLeft aria-hidden className="size-4" />
      {text("game.back")}
    </ActionLink>
  );
}
