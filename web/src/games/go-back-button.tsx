import { useCanGoBack, useRouter } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Button } from "../ui/button.tsx";
import { useGameText } from "./game-text.ts";

/** Back to where the visitor came from; to the list for those who came from elsewhere. */
export function GoBackButton() {
  const text = useGameText();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <Button
      kind="quiet"
      size="small"
      className="-ml-3"
      onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to: "/games" }))}
    >
      <ArrowLeft aria-hidden className="size-4" />
      {text("game.back")}
    </Button>
  );
}
