import type { User } from "contract/accounts/schema.ts";
import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { useAccountText } from "../account-text.ts";
import { getPasskey, usePasskeySupport } from "./passkeys.ts";
import { usePasskeyFailure } from "./use-passkey-failure.ts";

interface PasskeySignInProps {
  /** Whether to create a long session. */
  rememberMe: () => boolean;
  onSignedIn: (signedIn: { token: string; user: User }) => Promise<void>;
}

/** Signs in with a passkey alone. Shown until the browser is known not to support it, so that the layout is stable. */
export function PasskeySignIn({ rememberMe, onSignedIn }: PasskeySignInProps) {
  const text = useAccountText();
  const call = useCall();
  const explain = usePasskeyFailure();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const signIn = async () => {
    setRunning(true);
    setFailure(undefined);
    try {
      const { options } = await call("POST /api/auth/passkeys/options", {});
      const body = { credential: await getPasskey(options), rememberMe: rememberMe() };
      await onSignedIn(await call("POST /api/auth/login/passkey", { body }));
    } catch (error) {
      setFailure(explain(error));
    } finally {
      setRunning(false);
    }
  };
  if (usePasskeySupport() === false) return null;
  return (
    <div className="needs-script mt-2.5 grid gap-2.5">
      <Button disabled={running} onClick={signIn}>
        <KeyRound aria-hidden className="size-4" />
        {text("login.with_passkey")}
      </Button>
      {failure && <ErrorBox>{failure}</ErrorBox>}
    </div>
  );
}
