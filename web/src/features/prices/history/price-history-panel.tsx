import { lazy, Suspense } from "react";
import { useGameText } from "../../../api/game-text.ts";
import { useViewer } from "../../../api/session.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { LoginPrompt } from "./login-prompt.tsx";

// the chart and its libraries are loaded only for visitors who may see it
const PriceHistory = lazy(() => import("./price-history.tsx"));

/** The price history for signed-in visitors, a sign-in prompt for others. */
export function PriceHistoryPanel({ game }: { game: { id: number; title: string } }) {
  const text = useGameText();
  const viewer = useViewer();
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-lg">
        {text("history.title")}
      </h2>
      <div className="rounded-lg border border-border bg-raised p-4 sm:p-5">
        {viewer === null || viewer === "unknown" ? (
          <LoginPrompt game={game} />
        ) : (
          <Suspense fallback={<Skeleton className="h-80" />}>
            <PriceHistory game={game} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
