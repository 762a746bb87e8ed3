import { lazy, Suspense } from "react";
import { useViewer } from "../../api/session.ts";
import { LibraryPending } from "./library-pending.tsx";
import type { LibraryPageState } from "./library-search.ts";

// its dependencies are listed here rather than in the code of every page
const OwnLibrary = lazy(() => import("./own-library.tsx"));

/** What the visitor owns and ignores (spec/library 6). */
export function LibraryPage({ state }: { state: LibraryPageState }) {
  const viewer = useViewer();
  if (viewer === "unknown") return <LibraryPending />;
  return (
    <Suspense fallback={<LibraryPending />}>
      <OwnLibrary state={state} isSignedIn={viewer !== null} />
    </Suspense>
  );
}
