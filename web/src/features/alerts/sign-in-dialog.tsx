import { useGameText } from "../../api/game-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { JoinLinks } from "../accounts/join-links.tsx";
import type { AlertGame } from "./alert-dialog.tsx";
import { setAlertHash } from "./queries.ts";

/** Asks visitors to register or to sign in for an alert; the form opens when they are back. */
export default function SignInDialog({ game, onClose }: { game: AlertGame; onClose: () => void }) {
  const text = useGameText();
  return (
    <Dialog title={text("game.alert_sign_in", { title: game.title })} onClose={onClose}>
      <p className="mt-2 mb-5 text-muted">{text("game.alert_sign_in_text")}</p>
      <JoinLinks path={`/games/${game.id}`} hash={setAlertHash} />
      <Button kind="quiet" className="mt-2" onClick={onClose}>
        {text("game.alert_not_now")}
      </Button>
    </Dialog>
  );
}
