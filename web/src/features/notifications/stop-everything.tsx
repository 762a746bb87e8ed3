import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { announceChange } from "../../api/cross-tab-sync.ts";
import { refetchChanged } from "../../api/refetch-changed.ts";
import { useCall } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { useNotificationText } from "./notification-text.ts";
import { settingsQuery } from "./queries.ts";

/** The one switch that stops everything, mails of price alerts included (spec/notifications 7). */
export function StopEverything() {
  const text = useNotificationText();
  const call = useCall();
  const queryClient = useQueryClient();
  const { data } = useQuery(settingsQuery(call));
  const [state, setState] = useState<"running" | "failed">();
  if (!data) return null;
  const isStopped = data.stopped_at !== null;

  const toggle = async () => {
    setState("running");
    try {
      const { settings } = await call("PUT /api/notifications", { body: { enabled: isStopped } });
      queryClient.setQueryData(settingsQuery(call).queryKey, settings);
      announceChange("rules");
      await refetchChanged(queryClient, { queryKey: ["rules"] });
      setState(undefined);
    } catch {
      setState("failed");
    }
  };
  return (
    <div className="grid justify-items-start gap-3">
      {isStopped && (
        <p className="rounded-md bg-warning-soft px-3 py-2.5 text-sm text-warning">{text("notifications.stop_text")}</p>
      )}
      {state === "failed" && (
        <p role="alert" className="text-sm text-danger">
          {text("notifications.save_failed")}
        </p>
      )}
      <Button kind={isStopped ? "primary" : "secondary"} disabled={state === "running"} onClick={toggle}>
        {text(isStopped ? "notifications.resume_all" : "notifications.stop_all")}
      </Button>
    </div>
  );
}
