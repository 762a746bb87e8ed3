import { useQuery } from "@tanstack/react-query";
import type { SignIn } from "contract/accounts/schema.ts";
import { formatDate } from "contract/dates.ts";
import LogOut from "lucide-react/icons/log-out";
import { useState } from "react";
import { useText } from "../content-strings/texts.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useAccountText } from "./account-text.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { signInsQuery } from "./queries.ts";
import { useCall } from "./session.ts";
import { useLeave } from "./use-leave.ts";

/** How many sign-ins are listed until all are asked for. */
const firstShown = 4;

/** Where the account is signed in, and the way to end all of it at once. */
export function SignIns() {
  const text = useAccountText();
  const shared = useText();
  const call = useCall();
  const leave = useLeave();
  const [all, setAll] = useState(false);
  const [asking, setAsking] = useState(false);
  const { data: signIns, error, refetch } = useQuery(signInsQuery(call));

  const signOutEverywhere = async () => {
    await call("POST /api/auth/logout-all", {});
    await leave();
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
                <SignInRow key={signIn.id} signIn={signIn} />
              ))}
          </ul>
          {!all && signIns.length > firstShown && (
            <div className="mt-2 -ml-3">
              <Button kind="quiet" size="small" onClick={() => setAll(true)}>
                {text("profile.sign_ins_all", { count: signIns.length })}
              </Button>
            </div>
          )}
        </>
      ) : error ? (
        <div role="alert" className="mt-4 flex flex-wrap items-center gap-3">
          {text("profile.sign_ins_failed")}
          <Button size="small" onClick={() => refetch()}>
            {shared("status.retry")}
          </Button>
        </div>
      ) : (
        <div role="status" aria-label={text("profile.sign_ins_loading")} className="mt-4">
          <Skeleton className="h-12" />
        </div>
      )}
      <Button size="small" className="mt-4" onClick={() => setAsking(true)}>
        <LogOut aria-hidden className="size-4" />
        {text("profile.sign_out_everywhere")}
      </Button>
      {asking && (
        <ConfirmDialog
          title={text("profile.sign_out_question")}
          action={text("profile.sign_out_everywhere")}
          failure={text("profile.sign_out_failed")}
          onConfirm={signOutEverywhere}
          onClose={() => setAsking(false)}
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

function SignInRow({ signIn }: { signIn: SignIn }) {
  const text = useAccountText();
  return (
    <li>
      <p className="flex flex-wrap items-center gap-2">
        {signIn.device ?? text("profile.sign_in_unknown")}
        {signIn.current && <Badge tone="positive">{text("profile.sign_in_current")}</Badge>}
      </p>
      <p className="text-sm text-muted">
        {text("profile.sign_in_since", { date: formatDate(signIn.created_at) })}
        {" · "}
        {text("profile.sign_in_seen", { date: formatDate(signIn.last_seen_at) })}
      </p>
    </li>
  );
}
