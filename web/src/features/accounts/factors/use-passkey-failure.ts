import { ApiError } from "../../../api/api-error.ts";
import { useAccountText } from "../account-text.ts";
import { PasskeyExists } from "./passkeys.ts";

/** Explains why a passkey was not used or created. */
export function usePasskeyFailure(): (error: unknown) => string {
  const text = useAccountText();
  return (error) => {
    if (error instanceof ApiError) return error.message;
    return text(error instanceof PasskeyExists ? "security.passkey_exists" : "login.passkey_failed");
  };
}
