import type { ReactNode } from "react";
import { buttonStyle } from "../../../ui/button-style.ts";
import { useAccountText } from "../account-text.ts";

/**
 * Google and Steam sign-in. Always shown: the callback page reports a provider that is not configured (spec/accounts
 * 7.2).
 */
export function ProviderButtons() {
  const text = useAccountText();
  return (
    <div className="needs-script">
      <p
        className={
          "my-5 flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-border " +
          "after:h-px after:grow after:bg-border"
        }
      >
        {text("account.or")}
      </p>
      <div className="grid gap-2.5">
        <a href="/api/auth/google" className={buttonStyle("secondary")}>
          <Mark>
            <path d="M20 12h-7.5M20 12a8 8 0 1 1-2.6-5.9" />
          </Mark>
          {text("account.with_google")}
        </a>
        <a href="/api/auth/steam" className={buttonStyle("secondary")}>
          <Mark>
            <circle cx="16" cy="8.5" r="3.5" />
            <circle cx="8" cy="16.5" r="2.5" />
            <path d="M13.4 10.9 9.9 14.8M2.5 13.5l3.3 1.7" />
          </Mark>
          {text("account.with_steam")}
        </a>
      </div>
    </div>
  );
}

/** An outline icon. */
function Mark({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      className="size-4.5"
    >
      {children}
    </svg>
  );
}
