import { useQuery } from "@tanstack/react-query";
import { accountProblems } from "contract/accounts/rules.ts";
import type { Factor } from "contract/accounts/schema.ts";
import { brand } from "contract/brand.ts";
import Download from "lucide-static/icons/download.svg?react";
import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { refreshCurrentUser } from "../../api/current-user.ts";
import { useCall } from "../../api/session.ts";
import { useLanguage } from "../../api/texts.ts";
import { fieldProblems, useForm } from "../../page/form.ts";
import { PartPending } from "../../page/part-pending.tsx";
import { saveFile } from "../../page/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useAction } from "../../ui/use-action.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { useAccountText } from "../accounts/account-text.ts";
import { profileProblem } from "../accounts/form-problems.ts";
import { createPasskey, usePasskeyFailure, usePasskeySupport } from "../accounts/passkeys.ts";
import { CodeField } from "../accounts/password-field.tsx";
import { NotReauthenticated } from "../accounts/reauthentication.tsx";
import { factorsQuery } from "./queries.ts";

/** Which dialog is open. */
type Step =
  | { name: "app"; secret: string; uri: string }
  | { name: "passkey"; options: Readonly<Record<string, unknown>> }
  | { name: "remove"; factor: Factor }
  | { name: "renew" }
  | { name: "codes"; codes: readonly string[] };

interface SecondFactorsProps {
  /** Makes a call that may need a re-authentication. */
  confirmed: <T>(send: () => Promise<T>) => Promise<T>;
}

/** The account's second factors and recovery codes. */
export function SecondFactors({ confirmed }: SecondFactorsProps) {
  const text = useAccountText();
  const call = useCall();
  const hasPasskeys = usePasskeySupport();
  const { data, error, refetch } = useQuery(factorsQuery(call));
  const [step, setStep] = useState<Step>();
  const { run: attempt, failure } = useAction((error) => {
    if (error instanceof NotReauthenticated) return undefined;
    return error instanceof ApiError ? error.message : text("security.failed");
  });
  const [removed, setRemoved] = useState<string>();
  const close = () => setStep(undefined);

  const run = (act: () => Promise<void>) => {
    setRemoved(undefined);
    return attempt(() => confirmed(act));
  };
  const changed = async () => {
    await refetch();
    await refreshCurrentUser(call);
  };
  const added = (codes: readonly string[]) => {
    setStep(codes.length > 0 ? { name: "codes", codes } : undefined);
    void changed();
  };
  const addApp = () => run(async () => setStep({ name: "app", ...(await call("POST /api/auth/factors/totp", {})) }));
  const addPasskey = () =>
    run(async () => {
      const { options } = await call("POST /api/auth/factors/passkeys/options", {});
      setStep({ name: "passkey", options });
    });
  const remove = ({ id, name }: Factor) =>
    run(async () => {
      await call("DELETE /api/auth/factors/{id}", { params: { id } });
      setRemoved(name);
      await changed();
    });
  const renew = () =>
    run(async () => {
      const { recoveryCodes: codes } = await call("POST /api/auth/factors/recovery-codes", {});
      setStep({ name: "codes", codes });
      await changed();
    });

  return (
    <div className="mt-6 border-t border-border pt-5">
      <h3 className="text-base font-medium">{text("security.factors")}</h3>
      <p className="mt-0.5 text-sm text-muted">{text("security.factors_text")}</p>
      {data ? (
        <FactorList factors={data.factors} onRemove={(factor) => setStep({ name: "remove", factor })} />
      ) : (
        <PartPending
          error={error}
          failed={text("security.factors_failed")}
          onRetry={refetch}
          loading={text("security.factors_loading")}
        >
          <Skeleton className="h-12" />
        </PartPending>
      )}
      <p role="status" className="mt-3 text-sm text-positive empty:hidden">
        {removed && text("security.removed", { name: removed })}
      </p>
      {failure && (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {hasPasskeys && (
          <Button size="small" onClick={addPasskey}>
            {text("security.add_passkey")}
          </Button>
        )}
        <Button size="small" onClick={addApp}>
          {text("security.add_app")}
        </Button>
      </div>
      {data && data.factors.length > 0 && (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-border pt-5">
          <div className="min-w-0">
            <h3 className="text-base font-medium">{text("security.recovery")}</h3>
            <p className="mt-0.5 text-sm text-muted">
              {text("security.recovery_left", { count: data.recoveryCodesLeft })}
            </p>
          </div>
          <Button size="small" onClick={() => setStep({ name: "renew" })}>
            {text("security.recovery_renew")}
          </Button>
        </div>
      )}
      {step?.name === "app" && (
        <AuthenticatorDialog secret={step.secret} uri={step.uri} onAdded={added} onClose={close} />
      )}
      {step?.name === "passkey" && <PasskeyDialog options={step.options} onAdded={added} onClose={close} />}
      {step?.name === "codes" && <RecoveryCodesDialog codes={step.codes} onClose={close} />}
      {step?.name === "remove" && (
        <ConfirmDialog
          title={text("security.remove_question", { name: step.factor.name })}
          action={text("security.remove")}
          cancel={text("profile.cancel")}
          kind="danger"
          explain={() => text("security.failed")}
          onConfirm={() => {
            // closed before the call, which may open a re-authentication dialog
            close();
            void remove(step.factor);
          }}
          onClose={close}
        >
          {text(data?.factors.length === 1 ? "security.remove_last_text" : "security.remove_text")}
        </ConfirmDialog>
      )}
      {step?.name === "renew" && (
        <ConfirmDialog
          title={text("security.recovery_renew_question")}
          action={text("security.recovery_renew")}
          cancel={text("profile.cancel")}
          explain={() => text("security.failed")}
          onConfirm={() => {
            close();
            void renew();
          }}
          onClose={close}
        >
          {text("security.recovery_renew_text")}
        </ConfirmDialog>
      )}
    </div>
  );
}

function FactorList({ factors, onRemove }: { factors: readonly Factor[]; onRemove: (factor: Factor) => void }) {
  const language = useLanguage();
  const text = useAccountText();
  if (factors.length === 0) return <p className="mt-4 text-muted">{text("security.no_factors")}</p>;
  return (
    <ul className="mt-4 grid gap-3">
      {factors.map((factor) => (
        <li key={factor.id} className="flex items-center justify-between gap-4">
          <div className="min-w-0">
            <p className="truncate">{factor.name}</p>
            <p className="text-sm text-muted">
              {factor.kind === "passkey" && `${text("security.kind_passkey")} · `}
              {text("security.factor_added", { date: language.date(factor.createdAt) })}
              {factor.lastUsedAt && ` · ${text("security.factor_used", { date: language.date(factor.lastUsedAt) })}`}
            </p>
          </div>
          <Button
            size="small"
            aria-label={text("security.remove_label", { name: factor.name })}
            onClick={() => onRemove(factor)}
          >
            {text("security.remove")}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Shows new recovery codes, once. */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = useAccountText();
  const download = () =>
    saveFile(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }), `${brand.slug}-recovery-codes.txt`);
  return (
    <Dialog title={text("security.recovery")} onClose={onClose}>
      <div className="mt-3 grid gap-5">
        <p className="text-muted">{text("security.recovery_save")}</p>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md bg-sunken p-4 text-center font-mono">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" onClick={onClose}>
            {text("security.recovery_done")}
          </Button>
          <Button onClick={download}>
            <Download aria-hidden className="size-4" />
            {text("security.recovery_download")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface PasskeyDialogProps {
  options: Readonly<Record<string, unknown>>;
  /** With new recovery codes, if there are any. */
  onAdded: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Names a passkey and lets the browser create it. */
function PasskeyDialog({ options, onAdded, onClose }: PasskeyDialogProps) {
  const text = useAccountText();
  const call = useCall();
  const explainPasskey = usePasskeyFailure();
  const form = useForm({
    check: ({ name }) => fieldProblems({ name: !name?.trim() && accountProblems.factorNameMissing }),
    send: async ({ name = "" }) => {
      const credential = await createPasskey(options);
      const { recoveryCodes } = await call("POST /api/auth/factors/passkeys", { body: { name, credential } });
      onAdded(recoveryCodes);
    },
    explain: (error) => {
      if (!(error instanceof ApiError)) return { box: explainPasskey(error) };
      const { reason, fields } = profileProblem(error, text("security.failed"));
      return fields.name ? { fields } : { box: reason };
    },
  });
  return (
    <Dialog title={text("security.add_passkey")} onClose={onClose}>
      <form {...form.formProps} className="mt-3 grid gap-5">
        <p className="text-muted">{text("security.passkey_text")}</p>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextField
          {...form.fieldProps("name")}
          label={text("security.passkey_name")}
          hint={text("security.passkey_name_hint")}
          autoComplete="off"
          autoFocus
          required
        />
        <FormButtons
          submit={text("security.passkey_create")}
          disabled={form.sending}
          cancel={text("profile.cancel")}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

interface AuthenticatorDialogProps {
  secret: string;
  uri: string;
  /** With new recovery codes, if there are any. */
  onAdded: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Adds an authenticator app by its first code. */
function AuthenticatorDialog({ secret, uri, onAdded, onClose }: AuthenticatorDialogProps) {
  const text = useAccountText();
  const call = useCall();
  const { copied, copy } = useCopy();
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
          <Button size="small" onClick={() => copy(secret, text("security.app_key"))}>
            {text(copied ? "security.app_copied" : "security.app_copy")}
          </Button>
        </div>
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <CodeField {...form.fieldProps("code")} autoFocus />
        <FormButtons
          submit={text(form.sending ? "factor.submitting" : "security.app_confirm")}
          disabled={form.sending}
          cancel={text("profile.cancel")}
          onCancel={onClose}
        />
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
