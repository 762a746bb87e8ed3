import { useQuery } from "@tanstack/react-query";
import Bell from "lucide-react/icons/bell";
import BellRing from "lucide-react/icons/bell-ring";
import { useState } from "react";
import { useMoney } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { AlertDialog, type AlertGame } from "./alert-dialog.tsx";
import { alertsQuery, useAlertText } from "./queries.ts";

interface AlertButtonProps {
  game: AlertGame;
  /** Whether the label includes the game. */
  named?: boolean;
  size?: "small" | "medium";
  className?: string | undefined;
}

/** Shows the user's alert for the game and opens its dialog. */
export default function AlertButton({ game, named = false, size = "medium", className }: AlertButtonProps) {
  const text = useAlertText();
  const { format } = useMoney();
  const { data } = useQuery(alertsQuery(useCall()));
  const [open, setOpen] = useState(false);
  const alert = data?.alerts.find((one) => one.game_id === game.id) ?? null;
  const Icon = alert ? BellRing : Bell;
  const label = !alert
    ? text("alerts.set")
    : alert.target_price === null
      ? text("alerts.any_drop_set")
      : text("alerts.target_set", { price: format(alert.target_price, alert.currency) });
  return (
    <>
      <Button
        size={size}
        className={className}
        aria-label={named ? `${label}: ${game.title}` : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon aria-hidden className={size === "small" ? "size-4" : "size-4.5"} />
        <span className="figures">{label}</span>
        {alert?.reached && <Badge tone="positive">{text("alerts.reached")}</Badge>}
      </Button>
      {open && <AlertDialog game={game} alert={alert} onClose={() => setOpen(false)} />}
    </>
  );
}
