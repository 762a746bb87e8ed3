import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall, useViewer } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { useAlertText } from "./alert-text.ts";
import { alertsQuery } from "./queries.ts";
import { useAlertChanges } from "./use-alert-changes.ts";

/** Explains why alerts currently send no mail, and resumes stopped mail. */
export function MailNote() {
  const text = useAlertText();
  const viewer = useViewer();
  const { data } = useQuery(alertsQuery(useCall()));
  const { resumeMails } = useAlertChanges();
  const [resuming, setResuming] = useState<"running" | "failed">();
  if (viewer === null || viewer === "unknown") return null;
  const isStopped = data?.mails_stopped_at !== undefined;
  const reason =
    viewer.email === null
      ? text("alerts.no_email")
      : isStopped
        ? text(resuming === "failed" ? "alerts.mails_resume_failed" : "alerts.mails_stopped")
        : viewer.emailVerified === false
          ? text("alerts.unverified")
          : null;
  if (reason === null) return null;

  const resume = async () => {
    setResuming("running");
    setResuming(
      await resumeMails().then(
        () => undefined,
        () => "failed" as const,
      ),
    );
  };
  return (
    <div className="grid justify-items-start gap-2 rounded-md bg-warning-soft px-3 py-2.5 text-sm text-warning">
      <p role={resuming === "failed" ? "alert" : undefined}>{reason}</p>
      {isStopped && viewer.email !== null && (
        <Button size="small" disabled={resuming === "running"} onClick={resume}>
          {text("alerts.mails_resume")}
        </Button>
      )}
    </div>
  );
}
