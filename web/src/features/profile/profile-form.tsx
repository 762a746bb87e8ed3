import { accountProblems, birthdayProblem, emailProblem, maySeeExplicit } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import { useState } from "react";
import { setUser, useCall } from "../../api/session.ts";
import { fieldProblems, useForm } from "../../page/form.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAccountText } from "../accounts/account-text.ts";
import { profileProblem } from "../accounts/form-problems.ts";
import { PasswordField } from "../accounts/password-field.tsx";
import { NotReauthenticated, useReauthentication } from "../accounts/reauthentication/use-reauthentication.tsx";
import { today } from "../accounts/today.ts";

interface ProfileFormProps {
  user: User;
  onCancel: () => void;
  onSaved: () => void;
}

/** Edits the profile. Starts from the user's data each time it opens. */
export function ProfileForm({ user, onCancel, onSaved }: ProfileFormProps) {
  const text = useAccountText();
  const call = useCall();
  const { confirmed, dialog } = useReauthentication(user);
  const [email, setEmail] = useState(user.email ?? "");
  const [birthday, setBirthday] = useState(user.birthday ?? "");
  const [explicit, setExplicit] = useState(user.showExplicitContent);
  const [reason, setReason] = useState<string>();
  const isAdult = maySeeExplicit(birthday || null, today());
  const needsPassword = user.hasPassword && isOtherAddress(email, user);
  const form = useForm({
    check: ({ email, birthday, currentPassword }) => {
      setReason(undefined);
      return fieldProblems({
        email: email?.trim() ? emailProblem(email.trim()) : user.email !== null && accountProblems.emailMissing,
        currentPassword: needsPassword && !currentPassword && accountProblems.currentPasswordMissing,
        birthday: birthday ? birthdayProblem(birthday, today()) : null,
      });
    },
    send: async ({ displayName = "", email = "", currentPassword, birthday = "", showExplicitContent }) => {
      const body = {
        displayName: displayName.trim() || null,
        // a Steam account may still have no email address
        email: email.trim() || undefined,
        currentPassword,
        birthday: birthday || null,
        showExplicitContent: showExplicitContent !== undefined,
      };
      const { user: updated } = await confirmed(() => call("PUT /api/auth/profile", { body }));
      setUser(updated);
      onSaved();
    },
    explain: (error) => {
      if (error instanceof NotReauthenticated) return {};
      const problem = profileProblem(error, text("profile.update_refused"));
      // field errors are not repeated in the box
      setReason(Object.keys(problem.fields).length > 0 ? undefined : problem.reason);
      return { box: text("profile.update_failed"), fields: problem.fields };
    },
  });
  return (
    <>
      {dialog}
      <form {...form.formProps} className="mt-4 grid gap-5">
        {form.box && (
          <ErrorBox {...form.boxProps}>
            {form.box}
            {reason && <span className="block text-sm">{reason}</span>}
          </ErrorBox>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...form.fieldProps("displayName")}
            label={text("profile.display_name")}
            hint={text("profile.display_name_hint")}
            defaultValue={user.displayName ?? ""}
            maxLength={64}
            autoComplete="nickname"
            autoFocus
          />
          <TextField
            {...form.fieldProps("email")}
            label={text("account.email")}
            hint={text("profile.email_hint")}
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            autoComplete="email"
            autoCapitalize="none"
          />
          {needsPassword && (
            <PasswordField
              {...form.fieldProps("currentPassword")}
              label={text("profile.current_password")}
              hint={text("profile.current_password_hint")}
              autoComplete="current-password"
              required
            />
          )}
          <TextField
            {...form.fieldProps("birthday")}
            label={text("profile.birthday")}
            type="date"
            max={today()}
            value={birthday}
            onChange={(event) => setBirthday(event.target.value)}
            autoComplete="bday"
          />
        </div>
        <Checkbox
          {...form.fieldProps("showExplicitContent")}
          label={text("profile.explicit")}
          hint={isAdult ? text("profile.explicit_hint") : accountProblems.explicitTooYoung}
          disabled={!isAdult}
          checked={isAdult && explicit}
          onChange={(event) => setExplicit(event.target.checked)}
        />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
            {text(form.sending ? "profile.saving" : "profile.save")}
          </Button>
          <Button onClick={onCancel} disabled={form.sending}>
            {text("profile.cancel")}
          </Button>
        </div>
      </form>
    </>
  );
}

/** Whether the typed address differs from the account's, ignoring case. */
function isOtherAddress(typed: string, { email }: User): boolean {
  const address = typed.trim().toLowerCase();
  return address !== "" && address !== email?.toLowerCase();
}
