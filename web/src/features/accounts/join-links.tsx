import { useRouter } from "@tanstack/react-router";
import { withBase } from "../../api/base-path.ts";
import { useAddress } from "../../api/market.ts";
import { useText } from "../../api/texts.ts";
import { PathLink } from "../../page/links.tsx";
import { buttonStyle } from "../../ui/button-style.ts";
import { loginPath } from "./login-link.tsx";

/** Links to register and to sign in, equally prominent, that lead back to this place of the current page. */
export function JoinLinks({ path, hash }: { path: string; hash: string }) {
  const text = useText();
  const router = useRouter();
  const from = `${useAddress()(path)}#${hash}`;
  const paths = { register: `/register?from=${encodeURIComponent(from)}`, login: loginPath(from) };
  const link = (to: keyof typeof paths, kind: "primary" | "secondary", label: string) => (
    <PathLink
      path={paths[to]}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void router.navigate({ href: withBase(paths[to]) });
      }}
      className={buttonStyle(kind, "medium", "grow")}
    >
      {label}
    </PathLink>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {link("register", "primary", text("join.register"))}
      {link("login", "secondary", text("join.sign_in"))}
    </div>
  );
}
