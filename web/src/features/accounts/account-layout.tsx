import { Link } from "@tanstack/react-router";
import House from "lucide-static/icons/house.svg?react";
import Info from "lucide-static/icons/info.svg?react";
import type { ReactNode } from "react";
import { useText } from "../../api/texts.ts";
import { BrandLink } from "../../page/links.tsx";
import { SampleNotice } from "../../page/sample-notice.tsx";
import { NeedsScript } from "../../page/script-notes.tsx";
import { ThemeSwitch } from "../../page/theme-switch.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAccountText } from "./account-text.ts";

/** The layout of the sign-in screens, outside of the main layout. */
export function AccountLayout({ children }: { children: ReactNode }) {
  const text = useAccountText();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page-width flex h-15 items-center justify-between md:h-16">
        <BrandLink />
        <div className="flex items-center gap-1">
          <Link to="/" className={buttonStyle("quiet", "medium", "max-sm:px-2.5")}>
            <House aria-hidden className="size-4" />
            {text("account.back_home")}
          </Link>
          <ThemeSwitch />
        </div>
      </header>
      <SampleNotice />
      <main className="flex grow flex-col justify-center pb-[8vh]">{children}</main>
    </div>
  );
}

/** A note for visitors without scripts. */
export function ScriptNotice() {
  const text = useAccountText();
  return (
    <noscript>
      <p
        className={
          "mb-5 flex items-start gap-2.5 rounded-md border border-warning/40 bg-warning-soft px-3.5 " +
          "py-3 text-warning"
        }
      >
        <Info aria-hidden className="mt-0.5 size-5 shrink-0" />
        {text("account.needs_script")}
      </p>
    </noscript>
  );
}

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
