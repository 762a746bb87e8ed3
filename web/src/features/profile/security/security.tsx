import type { User } from "contract/accounts/schema.ts";
import { useState } from "react";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { useAccountText } from "../../accounts/account-text.ts";
import { useReauthentication } from "../../accounts/reauthentication/use-reauthentication.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { SecondFactors } from "./second-factors.tsx";

/** Password and second factors of the account. */
export function Security({ user }: { user: User }) {
  const text = useAccountText();
  const call = useCall();
  const { confirmed, dialog } = useReauthentication(user);
  const [changing, setChanging] = useState(false);
  const [saved, setSaved] = useState(false);
  const action = text(user.hasPassword ? "security.change_password" : "security.set_password");
  return (
    <section
      id="security"
      aria-labelledby="security-title"
      className="scroll-mt-24 rounded-lg border border-border bg-raised p-5 sm:p-6"
    >
      <h2 id="security-title" className="text-lg">
        {text("security.title")}
      </h2>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="text-base font-medium">{text("security.password")}</h3>
          <p className="mt-0.5 text-sm text-muted">
            {text(user.hasPassword ? "security.password_text" : "security.no_password_text")}
          </p>
        </div>
        <Button size="small" onClick={() => setChanging(true)}>
          {action}
        </Button>
      </div>
      <p role="status" className="mt-3 text-sm text-positive empty:hidden">
        {saved && text("security.password_saved")}
      </p>
      <SecondFactors confirmed={confirmed} />
      {changing && (
        <PasswordDialog
          user={user}
          confirmed={confirmed}
          onSaved={() => {
            setChanging(false);
            setSaved(true);
            void refreshCurrentUser(call);
          }}
          onClose={() => setChanging(false)}
        />
      )}
      {dialog}
    </section>
  );
}
