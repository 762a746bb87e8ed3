import { useNavigate, useRouter } from "@tanstack/react-router";
import type { User } from "contract/accounts/schema.ts";
import { useEffect, useState } from "react";
import { useViewer } from "../../api/session.ts";
import { useAccountText } from "../accounts/account-text.ts";
import { AlertList } from "../alerts/alert-list.tsx";
import { MyStoresSection } from "../my-stores/my-stores-section.tsx";
import { AccountData } from "./account-data.tsx";
import { ConnectedAccounts } from "./connected-accounts.tsx";
import { ApiKeys } from "./keys/api-keys.tsx";
import { ProfileDetails } from "./profile-details.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { ProfileHeader } from "./profile-header.tsx";
import { ProfileStats } from "./profile-stats.tsx";
import { Security } from "./security/security.tsx";
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
