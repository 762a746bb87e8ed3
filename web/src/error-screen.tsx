import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect } from "react";
import { useText } from "./content-strings/texts.ts";
import { ActionLink } from "./layouts/action-link.tsx";
import { Button } from "./ui/button.tsx";
import { buttonStyle } from "./ui/button-style.ts";
import { Notice } from "./ui/notice.tsx";

/** How often a visitor can try again before the screen offers other ways out (spec/storefront 4.4). */
const retryLimit = 3;

/** Tries at the current address. Outside the component, which every failure mounts anew. */
let tried = { href: "", times: 0 };

/** What stands where a page failed: up to three retries, then refresh or go home (spec/storefront 4.4). */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const text = useText();
  const router = useRouter();
  const { href } = router.state.location;
  const times = tried.href === href ? tried.times : 0;

  useEffect(() => console.error(error), [error]);

  const retry = () => {
    tried = { href, times: times + 1 };
    return router.invalidate();
  };
  return (
    <Notice
      alert
      level={1}
      icon={TriangleAlert}
      title={text("status.error_title")}
      actions={
        times < retryLimit ? (
          <ActionLink path="" onPress={retry} className={buttonStyle("primary")}>
            {text("status.error_retry")}
          </ActionLink>
        ) : (
          <>
            <Button kind="primary" onClick={() => location.reload()}>
              {text("status.error_refresh")}
            </Button>
            {/* a plain link: whatever broke is loaded anew */}
            <a href="/" className={buttonStyle("secondary")}>
              {text("status.go_home")}
            </a>
          </>
        )
      }
    >
      {text("status.error_text")}
    </Notice>
  );
}
