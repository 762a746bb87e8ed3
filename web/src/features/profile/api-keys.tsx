import { useQuery } from "@tanstack/react-query";
import { keyProblems } from "contract/accounts/key-rules.ts";
import type { ApiKey } from "contract/accounts/key-schema.ts";
import type { User } from "contract/accounts/schema.ts";
import { accountTexts } from "contract/content-strings/defaults/personal/account.ts";
import { keyTexts, scopeTexts } from "contract/content-strings/defaults/personal/keys.ts";
import { placeSearch } from "contract/languages/place.ts";
import type { Scope } from "contract/scopes.ts";
import { useState } from "react";
import { withBase } from "../../api/base-path.ts";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useLanguage, useTextOf } from "../../api/texts.ts";
import { fieldProblems, useForm } from "../../page/form.ts";
import { PartPending } from "../../page/part-pending.tsx";
import { Button } from "../../ui/button.tsx";
import { textLinkStyle } from "../../ui/button-style.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useCopy } from "../../ui/use-copy.ts";
import { profileProblem } from "../accounts/form-problems.ts";
import { NotReauthenticated, useReauthentication } from "../accounts/reauthentication.tsx";
import { keysQuery } from "./queries.ts";

/** Which dialog is open. */
type Step = { name: "create" } | { name: "created"; token: string } | { name: "revoke"; key: ApiKey };

/** The account's keys for programs (spec/api 10.1). */
export function ApiKeys({ user }: { user: User }) {
  const text = useKeyText();
  const call = useCall();
  const country = useCountry();
  const language = useLanguage();
  const { confirmed, dialog } = useReauthentication(user);
  const { data, error, refetch } = useQuery(keysQuery(call));
  const [step, setStep] = useState<Step>();
  const [revoked, setRevoked] = useState<string>();
  const close = () => setStep(undefined);
  const open = (next: Step) => {
    setRevoked(undefined);
    setStep(next);
  };
  const revoke = async ({ id, name }: ApiKey) => {
    await call("DELETE /api/keys/{id}", { params: { id } });
    await refetch();
    setRevoked(name);
  };

  return (
    <section
      id="api-keys"
      aria-labelledby="api-keys-title"
      className="scroll-mt-24 rounded-lg border border-border bg-raised p-5 sm:p-6"
    >
      <h2 id="api-keys-title" className="text-lg">
        {text("keys.title")}
      </h2>
      <p className="mt-1 text-sm text-muted">{text("keys.text")}</p>
      <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <a href={withBase("/api/docs")} className={textLinkStyle}>
          {text("keys.docs")}
        </a>
        <a href={withBase(`/lootwise.user.js${placeSearch(country, language.tag)}`)} className={textLinkStyle}>
          {text("keys.userscript")}
        </a>
      </p>
      {data ? (
        <KeyList keys={data.keys} onRevoke={(key) => open({ name: "revoke", key })} />
      ) : (
        <PartPending error={error} failed={text("keys.load_failed")} onRetry={refetch} loading={text("keys.loading")}>
          <Skeleton className="h-12" />
        </PartPending>
      )}
      <p role="status" className="mt-3 text-sm text-positive empty:hidden">
        {revoked && text("keys.revoked", { name: revoked })}
      </p>
      <Button size="small" className="mt-4" disabled={!data} onClick={() => open({ name: "create" })}>
        {text("keys.create")}
      </Button>
      {step?.name === "create" && data && (
        <CreateKeyDialog
          scopes={data.scopes}
          confirmed={confirmed}
          onCreated={(token) => {
            setStep({ name: "created", token });
            void refetch();
          }}
          onClose={close}
        />
      )}
      {step?.name === "created" && <NewKeyDialog token={step.token} onClose={close} />}
      {step?.name === "revoke" && (
        <ConfirmDialog
          title={text("keys.revoke_question", { name: step.key.name })}
          action={text("keys.revoke")}
          cancel={text("profile.cancel")}
          kind="danger"
          explain={() => text("keys.failed")}
          onConfirm={() => revoke(step.key)}
          onClose={close}
        >
          {text("keys.revoke_text")}
        </ConfirmDialog>
      )}
      {dialog}
    </section>
  );
}

interface CreateKeyDialogProps {
  /** Those that the user can give a key. */
  scopes: readonly Scope[];
  /** Makes a call that may need a re-authentication. */
  confirmed: <T>(send: () => Promise<T>) => Promise<T>;
  onCreated: (token: string) => void;
  onClose: () => void;
}

/** Sets the name and scopes of a new key. */
function CreateKeyDialog({ scopes, confirmed, onCreated, onClose }: CreateKeyDialogProps) {
  const text = useKeyText();
  const call = useCall();
  const form = useForm({
    check: (values) =>
      fieldProblems({
        name: !values.name?.trim() && keyProblems.nameMissing,
        [scopes[0]!]: !scopes.some((scope) => values[scope]) && keyProblems.scopesMissing,
      }),
    send: async (values) => {
      const body = { name: values.name ?? "", scopes: scopes.filter((scope) => values[scope]) };
      onCreated((await confirmed(() => call("POST /api/keys", { body }))).token);
    },
    explain: (error) => {
      if (error instanceof NotReauthenticated) return {};
      const { reason, fields } = profileProblem(error, text("keys.failed"));
      return fields.name ? { fields } : { box: reason };
    },
  });
  return (
    <Dialog title={text("keys.create")} onClose={onClose}>
      <form {...form.formProps} className="mt-3 grid gap-5">
        {form.box && <ErrorBox {...form.boxProps}>{form.box}</ErrorBox>}
        <TextField
          {...form.fieldProps("name")}
          label={text("keys.name")}
          hint={text("keys.name_hint")}
          autoComplete="off"
          autoFocus
          required
        />
        <fieldset className="grid gap-3">
          <legend className="mb-3 text-sm font-medium">{text("keys.scopes")}</legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              {...form.checkboxProps(scope)}
              label={text(scopeTexts[scope])}
              defaultChecked={scope === "read:catalogue"}
              value="on"
            />
          ))}
        </fieldset>
        <FormButtons
          submit={text(form.sending ? "keys.submitting" : "keys.submit")}
          disabled={form.sending}
          cancel={text("profile.cancel")}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

function KeyList({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  const language = useLanguage();
  const text = useKeyText();
  if (keys.length === 0) return <p className="mt-4 text-muted">{text("keys.none")}</p>;
  return (
    <ul className="mt-4 grid gap-4">
      {keys.map((key) => (
        <li key={key.id} className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="wrap-anywhere">
              {key.name} <code className="ms-1 text-sm whitespace-nowrap text-muted">{key.start}…</code>
            </p>
            <p className="text-sm text-muted">{key.scopes.map((scope) => text(scopeTexts[scope])).join(" · ")}</p>
            <p className="text-sm text-muted">
              {text("keys.created_on", { date: language.date(key.createdAt) })}
              {" · "}
              {key.lastUsedAt ? text("keys.used", { date: language.date(key.lastUsedAt) }) : text("keys.unused")}
            </p>
          </div>
          <Button size="small" aria-label={text("keys.revoke_label", { name: key.name })} onClick={() => onRevoke(key)}>
            {text("keys.revoke")}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Shows a new key, once. */
function NewKeyDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const text = useKeyText();
  const { copied, copy } = useCopy();
  return (
    <Dialog title={text("keys.created")} onClose={onClose}>
      <div className="mt-3 grid gap-5">
        <p className="text-muted">{text("keys.created_text")}</p>
        <code className="rounded-md bg-sunken p-4 break-all select-all">{token}</code>
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" onClick={() => copy(token, text("keys.created"))}>
            {text(copied ? "keys.copied" : "keys.copy")}
          </Button>
          <Button onClick={onClose}>{text("keys.done")}</Button>
        </div>
      </div>
    </Dialog>
  );
}

const texts = { ...accountTexts, ...keyTexts };

/** Reads the texts of API keys and those of the account screens. */
const useKeyText = () => useTextOf(texts);
