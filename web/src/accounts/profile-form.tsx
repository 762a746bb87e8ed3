import { accountProblems, birthdayProblem, emailProblem, maySeeExplicit } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { ErrorBox } from "../ui/error-box.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useAccountText } from "./account-text.ts";
import { fieldProblems, profileProblem } from "./form-problems.ts";
import { setUser, useCall } from "./session.ts";
import { today } from "./today.ts";
import { useAccountForm } from "./use-account-form.ts";

interface ProfileFormProps {
  user: User;
  onCancel: () => void;
  onSaved: () => void;
}

/** Changes the profile. It starts from the user's data each time it opens, so leaving it by Cancel forgets what was typed. */
export function ProfileForm({ user, onCancel, onSaved }: ProfileFormProps) {
  const text = useAccountText();
  const call = useCall();
  const [birthday, setBirthday] = useState(user.birthday ?? "");
  const [explicit, setExplicit] = useState(user.showExplicitContent);
  const [reason, setReason] = useState<string>();
  const isAdult = maySeeExplicit(birthday || null, today());
  const form = useAccountForm({
    check: ({ email, birthday }) => {
      setReason(undefined);
      return fieldProblems({
        email: email?.trim() ? emailProblem(email.trim()) : user.email !== null && accountProblems.emailMissing,
        birthday: birthday ? birthdayProblem(birthday, today()) : null,
      });
    },
    send: async ({ displayName = "", email = "", birthday = "", showExplicitContent }) => {
      const { user: updated } = await call("PUT /api/auth/profile", {
        body: {
          displayName: displayName.trim() || null,
          // an account of Steam may still have none
          email: email.trim() || undefined,
          birthday: birthday || null,
          showExplicitContent: showExplicitContent !== undefined,
        },
      });
      setUser(updated);
      onSaved();
    },
    explain: (error) => {
      const problem = profileProblem(error, text("profile.update_refused"));
      // what stands beside a field needs no saying twice
      setReason(Object.keys(problem.fields).length > 0 ? undefined : problem.reason);
      return { box: text("profile.update_failed"), fields: problem.fields };
    },
  });
  return (
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
          type="email"
          defaultValue={user.email ?? ""}
          autoComplete="email"
          autoCapitalize="none"
        />
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
  );
}
