import { Link, useRouter } from "@tanstack/react-router";
import { signInFailureOf } from "contract/accounts/rules.ts";
import type { FactorChallenge } from "contract/accounts/schema.ts";
import type { Call } from "contract/core/call.ts";
import CircleAlert from "lucide-static/icons/circle-alert.svg?react";
import LoaderCircle from "lucide-static/icons/loader-circle.svg?react";
import { useEffect, useState } from "react";
import { browserCall } from "../../../api/call.ts";
import { type CallbackResult, readCallbackResult } from "../../../api/callback-result.ts";
import { type Places, useLanguages, useMarkets } from "../../../api/market.ts";
import { useCall } from "../../../api/session.ts";
import { NeedsScript } from "../../../page/script-notes.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import { AccountLayout } from "../account-layout.tsx";
import { useAccountText } from "../account-text.ts";
import { FactorStep } from "../factor-step.tsx";
import { openRemembered, startSession } from "./complete-sign-in.ts";

/**
 * Completes a Google or Steam sign-in: stores the token and navigates home, or shows why it failed (spec/accounts 7.2).
 * A failure leaves the current session as it is.
 */
export function CallbackPage() {
  const text = useAccountText();
  const router = useRouter();
  const call = useCall();
  const markets = useMarkets();
  const languages = useLanguages();
  const [result] = useState(readCallbackResult);
  const { token, challenge: opened } = result;
  const [failure, setFailure] = useState(() => callbackFailure(result, text));
  const [challenge, setChallenge] = useState<FactorChallenge>();

  useEffect(() => {
    if (failure !== null || token === null) return;
    claimSignIn(call, token, { markets, languages }).then(
      () => openRemembered(router, "/"),
      () => setFailure(text("callback.failed")),
    );
  }, [failure, token, call, router, text, markets, languages]);

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
            startSession(signedIn, user, { markets, languages });
            return openRemembered(router, "/");
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

/** Why a Google or Steam sign-in failed; `null` when there is a token or a challenge (spec/accounts 7.2). */
export function callbackFailure(
  { token, challenge, error, provider }: CallbackResult,
  text: ReturnType<typeof useAccountText>,
): string | null {
  if (error === null) return token || challenge ? null : text("callback.no_token");
  const { failure, provider: name } = signInFailureOf(error, provider ?? undefined);
  if (failure === "failed" || failure === "failed_steam" || failure === "registration_closed")
    return text(`callback.${failure}`);
  // a key that contains "link" is that of an address
  const key =
    failure === "linked_elsewhere" ? "of_other_account" : failure === "already_linked" ? "has_another" : failure;
  return text(`callback.${key}`, { provider: name });
}

/**
 * Signs in with a token from an address, but only if this browser started that sign-in and the token is valid. Rejects
 * otherwise, and changes nothing.
 */
async function claimSignIn(call: Call, token: string, places: Places): Promise<void> {
  await call("POST /api/auth/callback", { body: { token } });
  const asNewUser = browserCall({ token: () => token, onRejected: () => {} });
  const { user } = await asNewUser("GET /api/auth/me", {});
  startSession(token, user, places);
}
