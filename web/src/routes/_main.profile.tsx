import { createFileRoute } from "@tanstack/react-router";
import { checkCurrentUser, refreshCurrentUser } from "../api/current-user.ts";
import { accountHead } from "../features/accounts/account-head.ts";
import { ProfileFailed } from "../features/profile/profile-failed.tsx";
import { ProfilePage } from "../features/profile/profile-page.tsx";
import { ProfilePending } from "../features/profile/profile-pending.tsx";

export const Route = createFileRoute("/_main/profile")({
  ssr: false,
  // who turns out to be signed out is led to the login by the page: a redirect from here could overtake its hydration
  loader: async ({ context, location }) => {
    // back from linking an account elsewhere, which the stored user does not know of
    const check = location.searchStr.includes("linked=") ? refreshCurrentUser : checkCurrentUser;
    await check(context.call);
  },
  head: ({ match }) => accountHead(match.context, "profile.title", "/profile"),
  component: ProfilePage,
  pendingMs: 250,
  pendingComponent: ProfilePending,
  errorComponent: ProfileFailed,
});
