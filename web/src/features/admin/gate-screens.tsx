import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import CircleAlert from "lucide-static/icons/circle-alert.svg?react";
import Monitor from "lucide-static/icons/monitor.svg?react";
import ShieldX from "lucide-static/icons/shield-x.svg?react";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { withoutBase } from "../../api/base-path.ts";
import { NeedsScript } from "../../page/script-notes.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Notice } from "../../ui/notice.tsx";

/** Shown while permissions are checked. */
export function CheckingAccess() {
  return (
    <Screen>
      <NeedsScript />
      <p role="status" className="needs-script text-center text-muted">
        Verifying admin access…
      </p>
    </Screen>
  );
}

/** For signed-in users without admin access. */
export function AccessDenied({ onRetry }: { onRetry: () => void }) {
  return (
    <Screen>
      <Notice alert level={1} icon={ShieldX} title="Access Denied" actions={<RetryOrHome onRetry={onRetry} />}>
        Admin access required
      </Notice>
    </Screen>
  );
}

/** For administrators without a second factor on a site that requires one. */
export function SecondFactorRequired({ onRetry }: { onRetry: () => void }) {
  return (
    <Screen>
      <Notice
        alert
        level={1}
        icon={ShieldX}
        title="Second factor required"
        actions={
          <>
            <Link to="/profile" hash="security" className={buttonStyle("primary")}>
              Add a second factor
            </Link>
            <Button onClick={onRetry}>Retry</Button>
          </>
        }
      >
        Administrators of this site need a passkey or an authenticator app besides their password.
      </Notice>
    </Screen>
  );
}

/** When the check failed. */
export function VerificationFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Screen>
      <Notice
        alert
        level={1}
        icon={CircleAlert}
        title="Failed to verify admin access"
        actions={<RetryOrHome onRetry={onRetry} />}
      />
    </Screen>
  );
}

/** On phones, tablets and in narrow windows. */
export function DesktopRequired() {
  return (
    <Screen>
      <Notice
        level={1}
        icon={Monitor}
        title="Desktop Required"
        actions={
          <Link to="/" className={buttonStyle("primary")}>
            Return to Homepage
          </Link>
        }
      >
        Minimum screen width required: 769px
      </Notice>
    </Screen>
  );
}

function RetryOrHome({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <Button kind="primary" onClick={onRetry}>
        Retry
      </Button>
      <Link to="/" className={buttonStyle("secondary")}>
        Back to Home
      </Link>
    </>
  );
}

function Screen({ children }: { children: ReactNode }) {
  return <main className="flex min-h-dvh flex-col justify-center pb-[8vh]">{children}</main>;
}

/** Navigates to the sign-in page, which leads back. */
export function ToLogin() {
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    const { pathname, href } = router.history.location;
    // signing out already navigates home
    if (!withoutBase(pathname).startsWith("/admin")) return;
    void navigate({ to: "/login", search: { from: href }, replace: true, ignoreBlocker: true });
  }, [router, navigate]);
  return <CheckingAccess />;
}
