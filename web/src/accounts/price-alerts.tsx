import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PriceAlert } from "contract/alerts/schema.ts";
import { formatPrice, formatPriceOrFree } from "contract/money.ts";
import Trash2 from "lucide-react/icons/trash-2";
import { useText } from "../content-strings/texts.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { ErrorBox } from "../ui/error-box.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useAccountText } from "./account-text.ts";
import { alertsQuery } from "./queries.ts";
import { useCall } from "./session.ts";

/** The user's price alerts, each with the way to end it (decisions.md section 6). */
export function PriceAlerts() {
  const text = useAccountText();
  const shared = useText();
  const call = useCall();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(alertsQuery(call));
  const removal = useMutation({
    mutationFn: (id: number) => call("DELETE /api/alerts/{id}", { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["alerts"] }),
  });
  return (
    <section aria-labelledby="alerts" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 id="alerts" className="text-lg">
        {text("profile.alerts")}
      </h2>
      {removal.isError && (
        <div className="mt-4">
          <ErrorBox>{text("profile.alert_remove_failed")}</ErrorBox>
        </div>
      )}
      {data ? (
        data.alerts.length === 0 ? (
          <p className="mt-2 text-muted">{text("profile.alerts_none")}</p>
        ) : (
          <ul className="mt-2 divide-y divide-border">
            {data.alerts.map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                removing={removal.isPending && removal.variables === alert.id}
                onRemove={() => removal.mutate(alert.id)}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <div role="alert" className="mt-4 flex flex-wrap items-center gap-3">
          {text("profile.alerts_failed")}
          <Button size="small" onClick={() => refetch()}>
            {shared("status.retry")}
          </Button>
        </div>
      ) : (
        <div role="status" aria-label={text("profile.alerts_loading")} className="mt-4">
          <Skeleton className="h-12" />
        </div>
      )}
    </section>
  );
}

function AlertRow({ alert, removing, onRemove }: { alert: PriceAlert; removing: boolean; onRemove: () => void }) {
  const text = useAccountText();
  const wanted =
    alert.target_price === null
      ? text("profile.alert_any_drop")
      : text("profile.alert_target", { price: formatPrice(alert.target_price) });
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 grow">
        <Link to="/games/$id" params={{ id: String(alert.game_id) }} className="font-medium hover:underline">
          {alert.title}
        </Link>
        <p className="figures flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          {wanted} · {text("profile.alert_now", { price: formatPriceOrFree(alert.current_price) })}
          {alert.reached && <Badge tone="positive">{text("profile.alert_reached")}</Badge>}
        </p>
      </div>
      <button
        type="button"
        disabled={removing}
        aria-label={`${text("profile.alert_remove")}: ${alert.title}`}
        title={text("profile.alert_remove")}
        onClick={onRemove}
        className={buttonStyle("quiet", "icon")}
      >
        <Trash2 aria-hidden className="size-4.5" />
      </button>
    </li>
  );
}
