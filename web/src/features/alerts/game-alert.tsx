import Bell from "lucide-static/icons/bell.svg?react";
import { lazy, Suspense, useState } from "react";
import { useViewer } from "../../api/session.ts";
import { useText } from "../../api/texts.ts";
import { buttonStyle } from "../../ui/button-style.ts";
import { classNames } from "../../ui/class-names.ts";
import { LoginLink } from "../accounts/login-link.tsx";
import type { AlertGame } from "./alert-dialog.tsx";

// only for signed-in visitors
const OwnActions = lazy(() => import("./own-actions.tsx"));
const SignInDialog = lazy(() => import("./sign-in-dialog.tsx"));

/** The price alert and the other personal actions on a game's page, or a sign-in link. */
export function GameAlert({ game }: { game: AlertGame }) {
  const text = useText();
  const viewer = useViewer();
  const place = "mt-3 w-full";
  const [open, setOpen] = useState(false);
  if (viewer === null || viewer === "unknown") {
    return (
      <>
        <LoginLink
          aria-haspopup="dialog"
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
          className={buttonStyle(
            "secondary",
            "medium",
            classNames(place, viewer === "unknown" && "hidden-from-signed-in"),
          )}
        >
          <Bell aria-hidden className="size-4.5" />
          {text("alerts.set")}
        </LoginLink>
        {open && (
          <Suspense>
            <SignInDialog game={game} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </>
    );
  }
  return (
    <Suspense fallback={<span className="mt-3 block h-22" />}>
      <OwnActions game={game} className={place} />
    </Suspense>
  );
}
