import { useRouter } from "@tanstack/react-router";
import { clearSession } from "./session.ts";

/** Signs out here and leads to the home page and its top. What the server has to know is told before. */
export function useLeave(): () => Promise<void> {
  const router = useRouter();
  return async () => {
    // first away from a page that would ask to sign in again
    const arrived = router.navigate({ to: "/" });
    clearSession();
    await arrived;
    window.scrollTo({ top: 0 });
  };
}
