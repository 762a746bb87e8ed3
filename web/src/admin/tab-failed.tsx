import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect } from "react";
import { Button } from "../ui/button.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { Notice } from "../ui/notice.tsx";

/** How often a tab can be tried again before other ways out are offered (spec/administration 2.2). */
const retryLimit = 3;

/** Tries at the current tab. Outside the component, which every failure mounts anew. */
let tried = { path: "", times: 0 };

/** Stands where a tab broke, without taking the panel along: up to three retries, then refresh or go home. */
export function TabFailed({ error, reset, what }: ErrorComponentProps & { what: string }) {
  const router = useRouter();
  const path = router.state.location.pathname;
  const times = tried.path === path ? tried.times : 0;

  useEffect(() => console.error(error), [error]);

  const retry = () => {
    tried = { path, times: times + 1 };
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
