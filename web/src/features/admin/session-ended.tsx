import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useViewer } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { adminKey } from "./queries.ts";

/**
 * Shown when the session ends with unsaved edits, which leaving would lose. After a sign-in in another tab the panel
 * continues.
 */
export function SessionEnded() {
  const queryClient = useQueryClient();
  const { href } = useRouter().history.location;
  const viewer = useViewer();
  const isBack = viewer !== null && viewer !== "unknown";
  const [closed, setClosed] = useState(false);

  useEffect(() => {
    if (isBack) void queryClient.invalidateQueries({ queryKey: [adminKey] });
  }, [isBack, queryClient]);

  if (isBack || closed) return null;
  return (
    <Dialog title="Your session has ended" onClose={() => setClosed(true)}>
      <p className="mt-3 text-muted">
        What you have typed is still here. Sign in again in another tab, then come back and save it.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <a
          href={`/login?from=${encodeURIComponent(href)}`}
          target="_blank"
          className={buttonStyle("primary")}
          rel="noopener"
        >
          Sign In
        </a>
        <Button onClick={() => setClosed(true)}>Back to my edits</Button>
      </div>
    </Dialog>
  );
}
