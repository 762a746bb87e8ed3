import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PriceAlert } from "contract/notifications/alert-api.ts";
import Pencil from "lucide-static/icons/pencil.svg?react";
import Trash2 from "lucide-static/icons/trash-2.svg?react";
import { useRef, useState } from "react";
import { useMarket, useMoney } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useLanguage } from "../../api/texts.ts";
import { GameTitle, shownTitle } from "../../page/game-title.tsx";
import { PartPending } from "../../page/part-pending.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { ErrorBox } from "../../ui/error-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AlertDialog, MailNote } from "./alert-dialog.tsx";
import { alertsQuery, useAlertChanges, useAlertText } from "./queries.ts";

/** Alerts shown before "show all". */
const firstShown = 8;

/** The user's price alerts with buttons to edit and remove them (spec/wishlist-and-alerts 5.5). */
export function AlertList() {
  const text = useAlertText();
  const { data, error, refetch } = useQuery(alertsQuery(useCall()));
  const { remove } = useAlertChanges();
  const market = useMarket();
  const [all, setAll] = useState(false);
  const [editing, setEditing] = useState<PriceAlert>();
  const [removal, setRemoval] = useState<{ id: number; failed: boolean }>();
  const heading = useRef<HTMLHeadingElement>(null);

  const onRemove = async (alert: PriceAlert) => {
    setRemoval({ id: alert.id, failed: false });
    try {
      await remove(alert);
      setRemoval(undefined);
      // its button is gone, so the focus moves to the heading
      heading.current?.focus();
    } catch {
      setRemoval({ id: alert.id, failed: true });
    }
  };
  return (
    <section aria-labelledby="alerts" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 ref={heading} id="alerts" tabIndex={-1} className="text-lg outline-none">
        {text("alerts.title")}
      </h2>
      <div className="mt-3 empty:hidden">
        <MailNote />
      </div>
      {removal?.failed && (
        <div className="mt-4">
          <ErrorBox>{text("alerts.remove_failed")}</ErrorBox>
        </div>
      )}
      {data ? (
        <>
          {data.total === 0 && <p className="mt-2 text-muted">{text("alerts.list_empty")}</p>}
          <ul className="mt-2 divide-y divide-border empty:hidden">
            {data.alerts.slice(0, all ? undefined : firstShown).map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                removing={removal?.id === alert.id && !removal.failed}
                onEdit={() => setEditing(alert)}
                onRemove={() => onRemove(alert)}
              />
            ))}
          </ul>
          {!all && data.total > firstShown && (
            <Button kind="quiet" size="small" className="mt-2 -ms-3" onClick={() => setAll(true)}>
              {text("alerts.list_all", { count: data.total })}
            </Button>
          )}
        </>
      ) : (
        <PartPending
          error={error}
          failed={text("alerts.list_failed")}
          onRetry={refetch}
          loading={text("alerts.list_loading")}
        >
          <Skeleton className="h-12" />
        </PartPending>
      )}
      {editing && (
        <AlertDialog
          game={{
            id: editing.game_id,
            title: shownTitle(editing),
            price: editing.currency === market.currency ? editing.current_price : null,
          }}
          alert={editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </section>
  );
}

interface AlertRowProps {
  alert: PriceAlert;
  removing: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function AlertRow({ alert, removing, onEdit, onRemove }: AlertRowProps) {
  const language = useLanguage();
  const text = useAlertText();
  const { format, formatOrFree } = useMoney();
  const condition =
    alert.target_price === null
      ? text("alerts.list_any_drop")
      : text("alerts.list_target", { price: format(alert.target_price, alert.currency) });
  return (
    <li className="flex items-center gap-1 py-2.5">
      <div className="me-auto min-w-0">
        <Link to="/games/$id" params={{ id: String(alert.game_id) }} className="font-medium hover:underline">
          <GameTitle game={alert} />
        </Link>
        <p className="figures flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          {condition} · {text("alerts.now", { price: formatOrFree(alert.current_price, alert.currency) })}
          {alert.last_fired_at && <span>{text("alerts.last_mail", { date: language.date(alert.last_fired_at) })}</span>}
          {alert.reached && <Badge tone="positive">{text("alerts.reached")}</Badge>}
        </p>
      </div>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${text("alerts.list_change")}: ${shownTitle(alert)}`}
        title={text("alerts.list_change")}
        onClick={onEdit}
        className={buttonStyle("quiet", "icon")}
      >
        <Pencil aria-hidden className="size-4.5" />
      </button>
      <button
        type="button"
        disabled={removing}
        aria-label={`${text("alerts.list_remove")}: ${shownTitle(alert)}`}
        title={text("alerts.list_remove")}
        onClick={onRemove}
        className={buttonStyle("quiet", "icon")}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </button>
    </li>
  );
}
