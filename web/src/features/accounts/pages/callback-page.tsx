import { Link, useRouter } from "@tanstack/react-router";
import type { FactorChallenge } from "contract/accounts/schema.ts";
import CircleAlert from "lucide-react/icons/circle-alert";
import LoaderCircle from "lucide-react/icons/loader-circle";
import { useEffect, useState } from "react";
import { readCallbackResult } from "../../../api/callback-result.ts";
import { useCall } from "../../../api/session.ts";
import { NeedsScript } from "../../../page/script-notes.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import { AccountLayout } from "../account-layout.tsx";
import { useAccountText } from "../account-text.ts";
import { FactorStep } from "../factors/factor-step.tsx";
import { startSession } from "../start-session.ts";
import { callbackFailure } from "./callback-failure.ts";
import { claimSignIn } from "./claim-sign-in.ts";

/**
 * Completes a Google or Steam sign-in: stores the token and navigates home, or shows why it failed (spec/accounts 7.2).
 * A failure leaves the current session as it is.
 */
export function CallbackPage() {
  const text = useAccountText();
  const router = useRouter();
  const call = useCall();
  const [result] = useState(readCallbackResult);
  const { token, challenge: opened } = result;
  const [failure, setFailure] = useState(() => callbackFailure(result, text("callback.no_token")));
  const [challenge, setChallenge] = useState<FactorChallenge>();

  useEffect(() => {
    if (failure !== null || token === null) return;
    claimSignIn(call, token).then(
      () => router.navigate({ to: "/", replace: true }),
      () => setFailure(text("callback.failed")),
    );
  }, [failure, token, call, router, text]);

  useEffect(() => {
    if (failure !== null || opened === null) return;
    const body = { challenge: opened };
    call("POST /api/auth/login/factor/options", { body }).then(setChallenge, (error: Error) =>
      setFailure(error.message),
    );
  }, [failure, opened, call]);

  return (
    <AccountLayout>
      {failure === null && challenge ? (
        <FactorStep
          challenge={challenge}
          onSignedIn={({ token: signedIn, user }) => {
            startSession(signedIn, user);
            return router.navigate({ to: "/", replace: true });
          }}
          onBack={(reason) => (reason ? setFailure(reason) : void router.navigate({ to: "/login", replace: true }))}
        />
      ) : failure === null ? (
        <SigningIn />
      ) : (
        <Notice
          alert
          level={1}
          icon={CircleAlert}
          title={text("callback.failed_title")}
          actions={
            <>
              <Link to="/" className={buttonStyle("primary")}>
                {text("status.go_home")}
              </Link>
              <Link to="/login" className={buttonStyle("secondary")}>
                {text("forgot.back_to_login")}
              </Link>
            </>
          }
        >
          {failure}
        </Notice>
      )}
    </AccountLayout>
  );
}

/** Shown until the page's code has loaded. */
export function CallbackPending() {
  return (
    <AccountLayout>
      <SigningIn />
    </AccountLayout>
  );
}

function SigningIn() {
  const text = useAccountText();
  return (
    <>
      <NeedsScript />
      <div role="status" className="needs-script flex flex-col items-center gap-3 py-14 text-muted">
        <LoaderCircle aria-hidden className="size-8 animate-spin" />
        <h1 className="text-lg text-text">{text("callback.loading")}</h1>
      </div>
    </>
  );
}
