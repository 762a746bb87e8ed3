import ListChecks from "lucide-react/icons/list-checks";
import type { ReactNode } from "react";
import { useViewer } from "../../../api/session.ts";
import { buttonStyle } from "../../../ui/button-style.ts";
import { Notice } from "../../../ui/notice.tsx";
import { LoginLink } from "../../accounts/login-link.tsx";
import { useListsText } from "../lists-text.ts";
import { ListsPending } from "./lists-pending.tsx";

/** Shows its children to signed-in users, and a sign-in prompt to others. */
export function SignedIn({ children }: { children: ReactNode }) {
  const text = useListsText();
  const viewer = useViewer();
  if (viewer === "unknown") return <ListsPending />;
  if (viewer !== null) return children;
  return (
    <Notice
      level={1}
      icon={ListChecks}
      title={text("lists.denied_title")}
      actions={<LoginLink className={buttonStyle("primary")}>{text("header.nav.login")}</LoginLink>}
    >
      {text("lists.denied_text")}
    </Notice>
  );
}
