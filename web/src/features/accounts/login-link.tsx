import { useLocation, useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { withBase } from "../../api/base-path.ts";
import { useAddress } from "../../api/market.ts";
import { PathLink } from "../../page/links.tsx";

/** A link to the sign-in page that leads back to the current page. */
export function LoginLink(props: ComponentProps<"a">) {
  const router = useRouter();
  // a cached page is shared by addresses that differ only after the path
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <PathLink
      path={loginPath(useAddress()(pathname))}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void router.navigate({ href: withBase(loginPath(router.state.location.publicHref)) });
      }}
      {...props}
    />
  );
}

/** The path of the sign-in page that leads back to the address `from` (spec/storefront 3.1). */
export function loginPath(from: string): string {
  return from === withBase("/") ? "/login" : `/login?from=${encodeURIComponent(from)}`;
}
