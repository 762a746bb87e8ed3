import { useQuery } from "@tanstack/react-query";
import type { SignIn } from "contract/accounts/schema.ts";
import LogOut from "lucide-static/icons/log-out.svg?react";
import { useState } from "react";
import { useCall } from "../../api/session.ts";
import { useLocalSignOut } from "../../api/sign-out.ts";
import { useLanguage } from "../../api/texts.ts";
import { PartPending } from "../../page/part-pending.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAccountText } from "../accounts/account-text.ts";
import { signInsQuery } from "./queries.ts";

/** Sessions shown before "show all". */
const firstShown = 4;

/** The account's sessions, with a button that ends all of them. */
export function SignIns() {
  const text = useAccountText();
  const call = useCall();
  const signOutHere = useLocalSignOut();
  const [all, setAll] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const { data: signIns, error, refetch } = useQuery(signInsQuery(call));

  const [outcome, setOutcome] = useState<"ended" | "failed">();

  const end = async ({ id }: SignIn) => {
    setOutcome(undefined);
    try {
      await call("DELETE /api/auth/sessions/{id}", { params: { id } });
      setOutcome("ended");
    } catch {
      setOutcome("failed");
    }
    await refetch();
  };
  const signOutEverywhere = async () => {
    await call("POST /api/auth/logout-all", {});
    await signOutHere();
  };
  return (
    <section aria-labelledby="sign-ins" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 id="sign-ins" className="text-lg">
        {text("profile.sign_ins")}
      </h2>
      <p className="mt-1 text-sm text-muted">{text("profile.sign_ins_text")}</p>
      {signIns ? (
        <>
          <ul className="mt-4 grid gap-3">
            {thisFirst(signIns)
              .slice(0, all ? undefined : firstShown)
              .map((signIn) => (
                <SignInRow key={signIn.id} signIn={signIn} onEnd={() => end(signIn)} />
              ))}
          </ul>
          {!all && signIns.length > firstShown && (
            <div className="mt-2 -ms-3">
              <Button kind="quiet" size="small" onClick={() => setAll(true)}>
                {text("profile.sign_ins_all", { count: signIns.length })}
              </Button>
            </div>
          )}
        </>
      ) : (
        <PartPending
          error={error}
          failed={text("profile.sign_ins_failed")}
          onRetry={refetch}
          loading={text("profile.sign_ins_loading")}
        >
          <Skeleton className="h-12" />
        </PartPending>
      )}
      <p role="status" className="mt-3 text-sm text-positive empty:hidden">
        {outcome === "ended" && text("profile.sign_in_ended")}
      </p>
      {outcome === "failed" && (
        <div className="mt-3">
          <ErrorBox>{text("profile.sign_in_end_failed")}</ErrorBox>
        </div>
      )}
      <Button size="small" className="mt-4" onClick={() => setConfirming(true)}>
        <LogOut aria-hidden className="size-4" />
        {text("profile.sign_out_everywhere")}
      </Button>
      {confirming && (
        <ConfirmDialog
          title={text("profile.sign_out_question")}
          action={text("profile.sign_out_everywhere")}
          cancel={text("profile.cancel")}
          explain={() => text("profile.sign_out_failed")}
          onConfirm={signOutEverywhere}
          onClose={() => setConfirming(false)}
        >
          {text("profile.sign_out_text")}
        </ConfirmDialog>
      )}
    </section>
  );
}

function thisFirst(signIns: readonly SignIn[]): SignIn[] {
  return signIns.toSorted((a, b) => Number(b.current) - Number(a.current));
}

function SignInRow({ signIn, onEnd }: { signIn: SignIn; onEnd: () => void }) {
  const language = useLanguage();
  const text = useAccountText();
  const [browser = "", system] = signIn.device?.split(" on ") ?? [text("profile.sign_in_unknown")];
  const device = system === undefined ? browser : text("profile.sign_in_device", { browser, system });
  return (
    <li className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          {device}
          {signIn.current && <Badge tone="positive">{text("profile.sign_in_current")}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {text("profile.sign_in_since", { date: language.date(signIn.created_at) })}
          {" · "}
          {text("profile.sign_in_seen", { date: language.date(signIn.last_seen_at) })}
        </p>
      </div>
      {!signIn.current && (
        <Button size="small" aria-label={text("profile.sign_in_end_label", { device })} onClick={onEnd}>
          {text("profile.sign_in_end")}
        </Button>
      )}
    </li>
  );
}
