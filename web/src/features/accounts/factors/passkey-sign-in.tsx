import type { User } from "contract/accounts/schema.ts";
import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { useAccountText } from "../account-text.ts";
import { askForPasskey } from "./passkeys.ts";

interface PasskeySignInProps {
  onSignedIn: (signedIn: { token: string; user: User }) => Promise<void>;
}

/** Signs in by a passkey alone. */
export function PasskeySignIn({ onSignedIn }: PasskeySignInProps) {
  const text = useAccountText();
  const call = useCall();
  const [failure, setFailure] = useState<string>();
  const signIn = async () => {
    setFailure(undefined);
    try {
      const { options } = await call("POST /api/auth/passkeys/options", {});
      const credential = await askForPasskey(options);
      await onSignedIn(await call("POST /api/auth/login/passkey", { body: { credential } }));
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : text("login.passkey_failed"));
    }
  };
  return (
    <div className="needs-script mt-2.5 grid gap-2.5">
      <Button onClick={signIn}>
        <KeyRound aria-hidden className="size-4" />
        {text("login.with_passkey")}
      </Button>
      {failure && <ErrorBox>{failure}</ErrorBox>}
    </div>
  );
}
