import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import Compass from "lucide-static/icons/compass.svg?react";
import TriangleAlert from "lucide-static/icons/triangle-alert.svg?react";
import { useEffect } from "react";
import { useAddress } from "../api/market.ts";
import { useText } from "../api/texts.ts";
import { Button } from "../ui/button.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { Notice } from "../ui/notice.tsx";
import { ActionLink } from "./links.tsx";
import { logFailure } from "./log-failure.ts";

/** Retries before other actions are offered (spec/storefront 4.4). */
const retryLimit = 3;

/** Attempts at the current address. Outside the component, which every failure remounts. */
let attempts = { href: "", times: 0 };

/** Shown when a page fails: up to three retries, then refresh or go home (spec/storefront 4.4). */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const text = useText();
  const address = useAddress();
  const router = useRouter();
  const { href } = router.state.location;
  const times = attempts.href === href ? attempts.times : 0;

  useEffect(() => logFailure(error), [error]);

  const retry = () => {
    attempts = { href, times: times + 1 };
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
          <ActionLink href="" onActivate={retry} className={buttonStyle("primary")}>
            {text("status.error_retry")}
          </ActionLink>
        ) : (
          <>
            <Button kind="primary" onClick={() => location.reload()}>
              {text("status.error_refresh")}
            </Button>
            {/* a plain link: reloads everything */}
            <a href={address("/")} className={buttonStyle("secondary")}>
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

/** Shown with status 404. */
export function NotFoundScreen() {
  const text = useText();
  return (
    <Notice
      level={1}
      icon={Compass}
      title={text("status.not_found_title")}
      actions={
        <Link to="/" className={buttonStyle("primary")}>
          {text("status.go_home")}
        </Link>
      }
    >
      {text("status.not_found_text")}
    </Notice>
  );
}
