import Check from "lucide-react/icons/check";
import Link2 from "lucide-react/icons/link-2";
import { useEffect, useState } from "react";
import { useGameText } from "../../../api/game-text.ts";
import { Button } from "../../../ui/button.tsx";

/** How long the button shows that the address was copied, in milliseconds. */
const noticeTime = 2500;

/** Copies the game's address, or shows it where the clipboard is blocked. */
export function ShareButton({ gameId }: { gameId: number }) {
  const text = useGameText();
  const [shared, setShared] = useState(false);
  useEffect(() => {
    if (!shared) return;
    const timer = setTimeout(() => setShared(false), noticeTime);
    return () => clearTimeout(timer);
  }, [shared]);

  const share = async () => {
    const address = new URL(`/games/${gameId}`, location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      setShared(true);
    } catch {
      window.prompt(text("game.share"), address);
    }
  };
  const Icon = shared ? Check : Link2;
  return (
    <Button kind="quiet" size="small" className="needs-script -mr-3" onClick={share}>
      <Icon aria-hidden className="size-4" />
      <span aria-live="polite">{text(shared ? "game.shared" : "game.share")}</span>
    </Button>
  );
}
