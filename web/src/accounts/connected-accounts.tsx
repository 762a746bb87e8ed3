import { type Provider, signInProviders } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import { useState } from "react";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorBox } from "../ui/error-box.tsx";
import { useAccountText } from "./account-text.ts";
import { useCall } from "./session.ts";

const names: Record<Provider, string> = { google: "Google", steam: "Steam" };

/** Where else the user can sign in to this account, and the way to add one. */
export function ConnectedAccounts({ user }: { user: User }) {
  const text = useAccountText();
  const call = useCall();
  const [state, setState] = useState<"idle" | "leaving" | "failed">("idle");

  const connect = async (provider: Provider) => {
    setState("leaving");
    try {
      const { url } = await call("POST /api/auth/link/{provider}", { params: { provider } });
      window.location.assign(url);
    } catch {
      setState("failed");
    }
  };
  return (
    <section aria-labelledby="connected" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 id="connected" className="text-lg">
        {text("profile.connected")}
      </h2>
      <p className="mt-1 text-sm text-muted">{text("profile.connected_text")}</p>
      <ul className="mt-3 grid gap-2">
        {signInProviders.map((provider) => (
          <li key={provider} className="flex min-h-9 items-center justify-between gap-3">
            {names[provider]}
            {user.linked.includes(provider) ? (
              <Badge tone="positive">{text("profile.connected_yes")}</Badge>
            ) : (
              <Button
                size="small"
                disabled={state === "leaving"}
                aria-label={`${text("profile.connect")} ${names[provider]}`}
                onClick={() => connect(provider)}
              >
                {text("profile.connect")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {state === "failed" && (
        <div className="mt-3">
          <ErrorBox>{text("profile.connect_failed")}</ErrorBox>
        </div>
      )}
    </section>
  );
}
