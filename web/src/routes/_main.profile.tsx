import { createFileRoute, redirect } from "@tanstack/react-router";
import { accountHead } from "../accounts/account-head.ts";
import { checkCurrentUser } from "../accounts/current-user.ts";
import { ProfileFailed } from "../accounts/profile-failed.tsx";
import { profileLogin } from "../accounts/profile-login.ts";
import { ProfilePage } from "../accounts/profile-page.tsx";
import { ProfilePending } from "../accounts/profile-pending.tsx";

export const Route = createFileRoute("/_main/profile")({
  ssr: false,
  loader: async ({ context }) => {
    const user = await checkCurrentUser(context.call);
    if (user === null) throw redirect({ ...profileLogin, replace: true });
  },
  head: ({ match }) => accountHead(match.context, "profile.title", "/profile"),
  component: ProfilePage,
  pendingMs: 250,
  pendingComponent: ProfilePending,
  errorComponent: ProfileFailed,
});
