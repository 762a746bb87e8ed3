import { createFileRoute } from "@tanstack/react-router";
import { checkCurrentUser, refreshCurrentUser } from "../api/current-user.ts";
import { accountHead } from "../features/accounts/account-head.ts";
import { ProfileFailed, ProfilePage, ProfilePending } from "../features/profile/profile-page.tsx";

export const Route = createFileRoute("/_main/profile")({
  ssr: false,
  // the page redirects signed-out visitors to the login: a redirect from here could precede its hydration
  loader: async ({ context, location }) => {
    // the stored user does not include an account that was just linked
    const check = location.searchStr.includes("linked=") ? refreshCurrentUser : checkCurrentUser;
    await check(context.call);
  },
  head: ({ match }) => accountHead(match.context, "profile.title", "/profile"),
  component: ProfilePage,
  pendingMs: 250,
  pendingComponent: ProfilePending,
  errorComponent: ProfileFailed,
});
