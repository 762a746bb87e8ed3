import Lock from "lucide-react/icons/lock";
import { lazy, Suspense } from "react";
import { useViewer } from "../../api/session.ts";
import { buttonStyle } from "../../ui/button-style.ts";
import { Notice } from "../../ui/notice.tsx";
import { LoginLink } from "../accounts/login-link.tsx";
import { LibraryPending } from "./library-pending.tsx";
import type { LibraryPageState } from "./library-search.ts";
import { useLibraryText } from "./library-text.ts";

// what it needs is named here rather than in the code of every page
const OwnLibrary = lazy(() => import("./own-library.tsx"));

/** What the visitor owns and ignores, only for those who are signed in (spec/library 6). */
export function LibraryPage({ state }: { state: LibraryPageState }) {
  const viewer = useViewer();
  if (viewer === "unknown") return <LibraryPending />;
  if (viewer === null) return <AccessDenied />;
  return (
    <Suspense fallback={<LibraryPending />}>
      <OwnLibrary state={state} />
    </Suspense>
  );
}

function AccessDenied() {
  const text = useLibraryText();
  return (
    <Notice
      level={1}
      icon={Lock}
      title={text("library.denied_title")}
      actions={<LoginLink className={buttonStyle("primary")}>{text("header.nav.login")}</LoginLink>}
    >
      {text("library.denied_text")}
    </Notice>
  );
}
