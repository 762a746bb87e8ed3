import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect } from "react";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** Retries before other actions are offered (spec/administration 2.2). */
const retryLimit = 3;

/** Attempts at the current tab. Outside the component, which every failure remounts. */
let attempts = { path: "", times: 0 };

/** Shown when a tab fails: up to three retries, then refresh or go home. */
export function TabFailed({ error, reset, what }: ErrorComponentProps & { what: string }) {
  const router = useRouter();
  const path = router.state.location.pathname;
  const times = attempts.path === path ? attempts.times : 0;

  useEffect(() => console.error(error), [error]);

  const retry = () => {
    attempts = { path, times: times + 1 };
    reset();
  };
  return (
    <Notice
      alert
      level={1}
      icon={TriangleAlert}
      title={`Something went wrong while loading ${what}.`}
      actions={
        times < retryLimit ? (
          <Button kind="primary" onClick={retry}>
            Retry
          </Button>
        ) : (
          <>
            <Button kind="primary" onClick={() => location.reload()}>
              Refresh Page
            </Button>
            <a href="/" className={buttonStyle("secondary")}>
              Go Home
            </a>
          </>
        )
      }
    />
  );
}

/** A placeholder until the tab's code has loaded. */
export function TabPending() {
  return (
    <div role="status" aria-label="Loading…" className="grid gap-5">
      <Skeleton className="h-11 w-56" />
      <Skeleton className="h-11" />
      <Skeleton className="h-80" />
    </div>
  );
}
