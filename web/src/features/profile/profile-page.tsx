import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import type { User } from "contract/accounts/schema.ts";
import Bell from "lucide-static/icons/bell.svg?react";
import Heart from "lucide-static/icons/heart.svg?react";
import PiggyBank from "lucide-static/icons/piggy-bank.svg?react";
import ShieldCheck from "lucide-static/icons/shield-check.svg?react";
import Sparkles from "lucide-static/icons/sparkles.svg?react";
import { type ComponentType, useEffect, useState } from "react";
import { type Money, useCountry, useMoney } from "../../api/market.ts";
import { useCall, useViewer } from "../../api/session.ts";
import { useLanguage } from "../../api/texts.ts";
import { PathLink } from "../../page/links.tsx";
import { NeedsScript } from "../../page/script-notes.tsx";
import { Badge } from "../../ui/badge.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAccountText } from "../accounts/account-text.ts";
import { isAdmin } from "../accounts/account-type.ts";
import { Avatar } from "../accounts/avatar.tsx";
import { AlertList } from "../alerts/alert-list.tsx";
import { alertsQuery } from "../alerts/queries.ts";
import { wishlistStatsQuery } from "../lists/queries.ts";
import { MyStoresSection } from "../my-stores/my-stores-section.tsx";
import { MyPlansSection } from "../subscriptions/my-plans-section.tsx";
import { AccountData } from "./account-data.tsx";
import { ApiKeys } from "./api-keys.tsx";
import { ConnectedAccounts } from "./connected-accounts.tsx";
import { ProfileDetails, ProfileForm } from "./profile-details.tsx";
import { Security } from "./security.tsx";
import { SignIns } from "./sign-ins.tsx";

/** The visitor's own account (spec/accounts 9.1). */
export function ProfilePage() {
  const viewer = useViewer();
  const router = useRouter();
  const navigate = useNavigate();
  const signedOut = viewer === null;
  useEffect(() => {
    // signing out already navigates home
    if (!signedOut || router.latestLocation.pathname !== "/profile") return;
    void navigate({ to: "/login", search: { from: "/profile" }, replace: true });
  }, [signedOut, router, navigate]);
  if (viewer === null || viewer === "unknown") return null;
  return <Profile user={viewer} />;
}

function Profile({ user }: { user: User }) {
  const text = useAccountText();
  const [mode, setMode] = useState<"view" | "edit" | "saved">("view");
  return (
    <div className="page-width grid gap-8 py-6 sm:py-10">
      <h1 className="sr-only">{text("profile.title")}</h1>
      <ProfileHeader user={user} />
      <ProfileStats />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="grid min-w-0 gap-8">
          <section aria-labelledby="details" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
            <h2 id="details" className="text-lg">
              {text("profile.details")}
            </h2>
            {mode === "edit" ? (
              <ProfileForm user={user} onCancel={() => setMode("view")} onSaved={() => setMode("saved")} />
            ) : (
              <ProfileDetails user={user} saved={mode === "saved"} onEdit={() => setMode("edit")} />
            )}
          </section>
          <Security user={user} />
          <ApiKeys user={user} />
          <MyStoresSection userId={user.id} />
          <MyPlansSection />
          <AlertList />
        </div>
        <div className="grid gap-8">
          <SignIns />
          <ConnectedAccounts user={user} />
          <AccountData user={user} />
        </div>
      </div>
    </div>
  );
}

/** Picture, name, address and roles of the user. */
function ProfileHeader({ user }: { user: User }) {
  const text = useAccountText();
  return (
    <header className="flex items-center gap-4">
      <Avatar url={user.avatarUrl} size="large" />
      <div className="min-w-0">
        <p className="text-xl font-semibold break-words sm:text-2xl">{user.displayName || user.username}</p>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted">
          {user.email && <span className="break-all">{user.email}</span>}
          {isAdmin(user) && (
            <PathLink path="/admin" className="rounded-sm hover:underline">
              <Badge tone="accent">
                <ShieldCheck aria-hidden className="size-3.5" />
                {text("profile.admin")}
              </Badge>
            </PathLink>
          )}
          {user.role === "moderator" && (
            <Badge tone="positive">
              <Sparkles aria-hidden className="size-3.5" />
              {text("profile.moderator")}
            </Badge>
          )}
        </div>
      </div>
    </header>
  );
}

/** The user's statistics (spec/accounts 9.1). */
function ProfileStats() {
  const language = useLanguage();
  const text = useAccountText();
  const money = useMoney();
  const call = useCall();
  const wishlist = useQuery(wishlistStatsQuery(call, useCountry()));
  const alerts = useQuery(alertsQuery(call));
  return (
    <section aria-label={text("profile.stats")}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
        <Stat
          icon={Heart}
          name={text("profile.stats.wishlist")}
          query={wishlist}
          value={wishlist.data && language.count(wishlist.data.total_games)}
        />
        <Stat
          icon={Bell}
          name={text("profile.stats.alerts")}
          query={alerts}
          value={alerts.data && language.count(alerts.data.total)}
        />
        <Stat
          icon={PiggyBank}
          name={text("profile.stats.saved")}
          hint={text("profile.stats.saved_hint")}
          query={wishlist}
          value={wishlist.data && formatSaved(wishlist.data.total_savings, money)}
        />
      </dl>
    </section>
  );
}

interface StatProps {
  icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
  name: string;
  hint?: string;
  query: UseQueryResult<unknown>;
  value: string | undefined;
}

/** One value, or a dash when it cannot be loaded. */
function Stat({ icon: Icon, name, hint, query: { error }, value }: StatProps) {
  useEffect(() => {
    if (error) console.warn(error);
  }, [error]);
  return (
    <div title={hint} className="rounded-lg border border-border bg-raised p-4 max-sm:last:col-span-2 sm:p-5">
      <dt className="flex items-center gap-2 text-sm text-muted">
        <Icon aria-hidden className="size-4" />
        {name}
      </dt>
      <dd className="figures mt-1 text-xl font-semibold">
        {value ?? (error ? "–" : <Skeleton className="my-1 h-6 w-16" />)}
      </dd>
    </div>
  );
}

/** No savings read `$0` (spec/accounts 9.1). */
function formatSaved(amount: number, { format }: Money): string {
  return amount === 0 ? format(0).replace(/[.,]0+/, "") : format(amount);
}

/** Shown when the profile could not be loaded for a reason other than the sign-in (spec/accounts 4.2). */
export function ProfileFailed() {
  const text = useAccountText();
  const router = useRouter();
  return (
    <FailureNotice
      level={1}
      title={text("profile.load_failed")}
      retry={text("status.retry")}
      onRetry={() => router.invalidate()}
    />
  );
}

/** A placeholder until the user is known. */
export function ProfilePending() {
  const text = useAccountText();
  return (
    <>
      <NeedsScript />
      <div
        role="status"
        aria-label={text("profile.loading")}
        className="needs-script page-width grid gap-8 py-6 sm:py-10"
      >
        <Skeleton className="h-20" />
        <Skeleton className="h-24" />
        <Skeleton className="h-80" />
      </div>
    </>
  );
}
