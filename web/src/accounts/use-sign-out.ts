import { useRouter } from "@tanstack/react-router";
import { clearSession } from "./session.ts";

/** Signs out here, leads to the home page and to its top (storefront.md section 2). */
export function useSignOut(): () => void {
  const router = useRouter();
  return () => {
    clearSession();
    void router.navigate({ to: "/" }).then(() => window.scrollTo({ top: 0 }));
  };
}
