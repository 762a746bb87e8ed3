import type { ReactNode } from "react";
import { useText } from "../../api/texts.ts";
import { NeedsScript } from "../../page/script-notes.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** A form alone in the middle of its page. */
export function AccountCard({ title, subtitle, children }: { title: string; subtitle?: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-6 sm:py-10">
      <div className="rounded-lg border border-border bg-raised p-5 sm:p-8">
        <h1 className="text-xl">{title}</h1>
        {subtitle && <p className="mt-1.5 text-muted">{subtitle}</p>}
        <div className="mt-6">{children}</div>
      </div>
    </div>
  );
}

/** A placeholder until the form's code has loaded. */
export function FormPending({ title }: { title: "undo_email.title" | "undo_factor.title" | "verify_email.title" }) {
  return (
    <AccountCard title={useText()(title)}>
      <NeedsScript />
      <div className="needs-script grid gap-5">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-11" />
      </div>
    </AccountCard>
  );
}
