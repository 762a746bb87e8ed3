import { useRouter } from "@tanstack/react-router";
import { safeOrigin } from "contract/accounts/rules.ts";
import type { User } from "contract/accounts/schema.ts";
import { setSession } from "./session.ts";

/** Signs in here and leads back to where the visitor came from, else home. The form does not stay in the history. */
export function useArrival(from: string | undefined): (signedIn: { token: string; user: User }) => Promise<void> {
  const router = useRouter();
  return ({ token, user }) => {
    setSession(token, user);
    return router.navigate({ href: safeOrigin(from), replace: true });
  };
}
