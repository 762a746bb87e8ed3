import { useQuery } from "@tanstack/react-query";
import type { ApiKey } from "contract/accounts/key-schema.ts";
import type { User } from "contract/accounts/schema.ts";
import { useState } from "react";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { keysQuery } from "../../accounts/queries.ts";
import { useReauthentication } from "../../accounts/reauthentication/use-reauthentication.tsx";
import { textLinkStyle } from "../../accounts/text-link-style.ts";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { KeyList } from "./key-list.tsx";
import { useKeyText } from "./key-text.ts";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** Which dialog is open. */
type Step = { name: "create" } | { name: "created"; token: string } | { name: "revoke"; key: ApiKey };

/** The account's keys for programs (spec/api 10.1). */
export function ApiKeys({ user }: { user: User }) {
  const text = useKeyText();
  const call = useCall();
  const { confirmed, dialog } = useReauthentication(user);
  const { data: keys, error, refetch } = useQuery(keysQuery(call));
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
      <p className="mt-1 text-sm text-muted">
        {text("keys.text")}{" "}
        <a href="/api/docs" className={textLinkStyle}>
          {text("keys.docs")}
        </a>
      </p>
      {keys ? (
        <KeyList keys={keys} onRevoke={(key) => open({ name: "revoke", key })} />
      ) : error ? (
        <div role="alert" className="mt-4 flex flex-wrap items-center gap-3">
          {text("keys.load_failed")}
          <Button size="small" onClick={() => refetch()}>
            {text("status.retry")}
          </Button>
        </div>
      ) : (
        <div role="status" aria-label={text("keys.loading")} className="mt-4">
          <Skeleton className="h-12" />
        </div>
      )}
      <p role="status" className="mt-3 text-sm text-positive empty:hidden">
        {revoked && text("keys.revoked", { name: revoked })}
      </p>
      <Button size="small" className="mt-4" onClick={() => open({ name: "create" })}>
        {text("keys.create")}
      </Button>
      {step?.name === "create" && (
        <CreateKeyDialog
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
