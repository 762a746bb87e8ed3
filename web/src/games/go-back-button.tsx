import { useCanGoBack, useRouter } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useText } from "../content-strings/texts.ts";
import { Button } from "../ui/button.tsx";

/** Back to where the visitor came from; to the list for those who came from elsewhere. */
export function GoBackButton() {
  const text = useText();
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
