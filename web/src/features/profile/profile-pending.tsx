import { NeedsScript } from "../../page/script-notes.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAccountText } from "../accounts/account-text.ts";

/** A placeholder until the user is known. */
export function ProfilePending() {
  const text = useAccountText();
  return (
    <>
      <NeedsScript />
      <div
        role="status"
        aria-label={text("profile.loading")}
        className="needs-script page-width grid gap-8 py-6 sm:py-10"
      >
        <Skeleton className="h-20" />
        <Skeleton className="h-24" />
        <Skeleton className="h-80" />
      </div>
    </>
  );
}
