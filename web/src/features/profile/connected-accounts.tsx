import { type Provider, providerNames, signInProviders } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import { useState } from "react";
import { failedWith } from "../../api/api-error.ts";
import { refreshCurrentUser } from "../../api/current-user.ts";
import { useCall } from "../../api/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { useAction } from "../../ui/use-action.ts";
import { useAccountText } from "../accounts/account-text.ts";
import { NotReauthenticated, useReauthentication } from "../accounts/reauthentication.tsx";

/** Google and Steam accounts linked to this one, with buttons to link and unlink. */
export function ConnectedAccounts({ user }: { user: User }) {
  const text = useAccountText();
  const call = useCall();
  const { confirmed, dialog } = useReauthentication(user);
  const { run: attempt, running, failure } = useAction<string>(() => undefined);
  const [unlinked, setUnlinked] = useState<Provider>();
  /** Awaits confirmation. */
  const [disconnecting, setDisconnecting] = useState<Provider>();

  const run = (send: () => Promise<void>, explain: (error: unknown) => string) => {
    setUnlinked(undefined);
    return attempt(
      () => confirmed(send),
      (error) => (error instanceof NotReauthenticated ? undefined : explain(error)),
    );
  };
  const connect = (provider: Provider) =>
    run(
      async () => {
        const { url } = await call("POST /api/auth/link/{provider}", { params: { provider } });
        window.location.assign(url);
      },
      () => text("profile.connect_failed"),
    );
  const disconnect = (provider: Provider) =>
    run(
      async () => {
        await call("DELETE /api/auth/link/{provider}", { params: { provider } });
        setUnlinked(provider);
        await refreshCurrentUser(call);
      },
      (error) => text(failedWith(error, "last_sign_in") ? "profile.disconnect_last" : "profile.disconnect_failed"),
    );
  return (
    <section aria-labelledby="connected" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 id="connected" className="text-lg">
        {text("profile.connected")}
      </h2>
      <p className="mt-1 text-sm text-muted">{text("profile.connected_text")}</p>
      <ul className="mt-3 grid gap-2">
        {signInProviders.map((provider) => {
          const isLinked = user.linked.includes(provider);
          const action = text(isLinked ? "profile.disconnect" : "profile.connect");
          return (
            <li key={provider} className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1.5">
              {providerNames[provider]}
              {isLinked && <Badge tone="positive">{text("profile.connected_yes")}</Badge>}
              <Button
                size="small"
                className="ms-auto"
                disabled={running}
                aria-label={`${action} ${providerNames[provider]}`}
                onClick={() => (isLinked ? setDisconnecting(provider) : connect(provider))}
              >
                {action}
              </Button>
            </li>
          );
        })}
      </ul>
      <p role="status" className="mt-3 text-sm text-positive empty:hidden">
        {unlinked && text("profile.disconnected", { provider: providerNames[unlinked] })}
      </p>
      {failure && (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      {disconnecting && (
        <ConfirmDialog
          title={text("profile.disconnect_question", { provider: providerNames[disconnecting] })}
          action={text("profile.disconnect")}
          cancel={text("profile.cancel")}
          explain={() => text("profile.disconnect_failed")}
          onConfirm={async () => {
            // closed before the call, which may open a re-authentication dialog
            setDisconnecting(undefined);
            void disconnect(disconnecting);
          }}
          onClose={() => setDisconnecting(undefined)}
        >
          {text("profile.disconnect_text")}
        </ConfirmDialog>
      )}
      {dialog}
    </section>
  );
}
