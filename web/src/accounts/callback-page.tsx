import { Link, useRouter } from "@tanstack/react-router";
import CircleAlert from "lucide-react/icons/circle-alert";
import LoaderCircle from "lucide-react/icons/loader-circle";
import { useEffect, useState } from "react";
import { useText } from "../content-strings/texts.ts";
import { NeedsScript } from "../needs-script.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { Notice } from "../ui/notice.tsx";
import { AccountLayout } from "./account-layout.tsx";
import { useAccountText } from "./account-text.ts";
import { callbackFailure } from "./callback-failure.ts";
import { claimSignIn } from "./claim-sign-in.ts";
import { readHandedOver } from "./handed-over.ts";
import { useCall } from "./session.ts";

/**
 * Where a sign-in with Google or Steam ends: it keeps the token and leads home, or says why there is none (spec/accounts 7.2).
 * A sign-in that fails here leaves the present one as it is.
 */
export function CallbackPage() {
  const text = useAccountText();
  const shared = useText();
  const router = useRouter();
  const call = useCall();
  const [{ token, ...rest }] = useState(readHandedOver);
  const [failure, setFailure] = useState(() => callbackFailure({ token, ...rest }, text("callback.no_token")));

  useEffect(() => {
    if (failure !== null || token === null) return;
    claimSignIn(call, token).then(
      () => router.navigate({ to: "/", replace: true }),
      () => setFailure(text("callback.failed")),
    );
  }, [failure, token, call, router, text]);

  return (
    <AccountLayout>
      {failure === null ? (
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
                {shared("status.go_home")}
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

/** Stands there until it is known who signs in. */
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
