import { useRouter } from "@tanstack/react-router";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { useAccountText } from "../accounts/account-text.ts";

/** Shown when the profile could not be loaded for a reason other than the sign-in (spec/accounts 4.2). */
export function ProfileFailed() {
  const text = useAccountText();
  const router = useRouter();
  return (
    <FailureNotice
      level={1}
      title={text("profile.load_failed")}
      retry={text("status.retry")}
      onRetry={() => router.invalidate()}
    />
  );
}
