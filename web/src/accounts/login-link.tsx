import { useLocation, useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { PathLink } from "../layouts/path-link.tsx";
import { loginAddress } from "./login-address.ts";

/** A link to the sign-in page that leads back to where it is pressed. */
export function LoginLink(props: ComponentProps<"a">) {
  const router = useRouter();
  // served pages are shared by visitors whose addresses differ in what they carry behind the path
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <PathLink
      path={loginAddress(pathname)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void router.navigate({ href: loginAddress(router.state.location.href) });
      }}
      {...props}
    />
  );
}
