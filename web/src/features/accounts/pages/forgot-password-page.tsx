import { Link } from "@tanstack/react-router";
import { accountProblems, emailProblem } from "contract/accounts/rules.ts";
import MailCheck from "lucide-static/icons/mail-check.svg?react";
import { useState } from "react";
import { useCall } from "../../../api/session.ts";
import { fieldProblems, useForm, usePostedForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle, textLinkStyle } from "../../../ui/button-style.ts";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { AccountCard } from "../account-layout.tsx";
import { useAccountText } from "../account-text.ts";
import { loginProblem } from "../form-problems.ts";

/** Requests a password reset mail. The result is the same for unknown addresses. */
export function ForgotPasswordPage() {
  const text = useAccountText();
  const call = useCall();
  const posted = usePostedForm();
  const [sentTo, setSentTo] = useState(posted?.outcome === "accepted" ? posted.values.email?.trim() : undefined);
  const form = useForm({
    check: ({ email }) =>
      fieldProblems({ email: email?.trim() ? emailProblem(email.trim()) : accountProblems.emailMissing }),
    send: async ({ email = "" }) => {
      await call("POST /api/auth/reset-password", { body: { email } });
      setSentTo(email.trim());
    },
    explain: (error) => loginProblem(error, text("forgot.failed")),
  });
  if (sentTo !== undefined) {
    return (
      <div role="status">
        <Notice
          level={1}
          icon={MailCheck}
          title={text("forgot.sent_title")}
          actions={
            <Link to="/login" className={buttonStyle("primary")}>
              {text("forgot.back_to_login")}
            </Link>
          }
        >
          {text("forgot.sent_text", { email: sentTo })}
        </Notice>
      </div>
    );
  }
  return (
    <AccountCard title={text("forgot.title")} subtitle={text("forgot.subtitle")}>
      <form {...form.formProps} className="grid gap-5">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextField
          {...form.fieldProps("email")}
          label={text("account.email")}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          required
        />
        <Button kind="primary" type="submit" disabled={form.sending}>
          {text(form.sending ? "forgot.submitting" : "forgot.submit")}
        </Button>
      </form>
      <p className="mt-6 text-center">
        <Link to="/login" className={textLinkStyle}>
          {text("forgot.back_to_login")}
        </Link>
      </p>
    </AccountCard>
  );
}
