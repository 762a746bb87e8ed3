import { useQuery } from "@tanstack/react-query";
import { accountProblems } from "contract/accounts/rules.ts";
import { useState } from "react";
import { useCall } from "../../../api/session.ts";
import { fieldProblems, useForm } from "../../../page/form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { useAccountText } from "../../accounts/account-text.ts";
import { CodeField } from "../../accounts/factors/code-field.tsx";
import { profileProblem } from "../../accounts/form-problems.ts";

interface AuthenticatorDialogProps {
  secret: string;
  uri: string;
  /** With new recovery codes, if there are any. */
  onAdded: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Adds an authenticator app by its first code. */
export function AuthenticatorDialog({ secret, uri, onAdded, onClose }: AuthenticatorDialogProps) {
  const text = useAccountText();
  const call = useCall();
  const [copied, setCopied] = useState(false);
  const form = useForm({
    check: ({ code }) => fieldProblems({ code: !code?.trim() && accountProblems.codeMissing }),
    send: async ({ code = "" }) => {
      const { recoveryCodes } = await call("POST /api/auth/factors/totp/confirm", { body: { code } });
      onAdded(recoveryCodes);
    },
    explain: (error) => {
      const { reason, fields } = profileProblem(error, text("security.failed"));
      return fields.code ? { fields } : { box: reason };
    },
  });
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <Dialog title={text("security.add_app")} onClose={onClose}>
      <form {...form.formProps} className="mt-3 grid gap-5">
        <p className="text-muted">{text("security.app_text")}</p>
        <QrCode of={uri} label={text("security.app_qr")} />
        <div className="flex items-center justify-between gap-3">
          <p className="min-w-0 text-sm">
            <span className="text-muted">{text("security.app_key")}: </span>
            <code className="break-all">{secret}</code>
          </p>
          <Button size="small" onClick={copy}>
            {text(copied ? "security.app_copied" : "security.app_copy")}
          </Button>
        </div>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <CodeField {...form.fieldProps("code")} autoFocus />
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" type="submit" disabled={form.sending}>
            {text(form.sending ? "factor.submitting" : "security.app_confirm")}
          </Button>
          <Button onClick={onClose}>{text("profile.cancel")}</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A QR code, black on white in both themes, as cameras expect it. */
function QrCode({ of, label }: { of: string; label: string }) {
  const { data: rows } = useQuery({
    queryKey: ["qr-code", of],
    gcTime: 0,
    queryFn: async () => (await import("uqr")).encode(of).data,
  });
  const size = rows?.length ?? 1;
  const path = rows?.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join("");
  return (
    <svg role="img" aria-label={label} viewBox={`-2 -2 ${size + 4} ${size + 4}`} className="mx-auto size-44 rounded-md">
      <rect x={-2} y={-2} width={size + 4} height={size + 4} fill="white" />
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  );
}
