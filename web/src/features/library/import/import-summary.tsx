import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCall } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { useLibraryText } from "../library-text.ts";
import type { ImportResult } from "./import-tab.tsx";

const lines = ["owned", "wished", "ignored", "unchanged", "refused"] as const;

/** What an import changed. */
export function ImportSummary({ result, onAgain }: { result: ImportResult; onAgain: () => void }) {
  const text = useLibraryText();
  const { summary, on_wishlist: onWishlist } = result;
  return (
    <section aria-labelledby="import-done" className="rounded-lg border border-border bg-raised p-5 sm:p-6">
      <h2 id="import-done" className="text-lg">
        {text("library.done.title")}
      </h2>
      <ul className="figures mt-3 grid gap-1">
        {lines
          .filter((line) => summary[line] > 0)
          .map((line) => (
            <li key={line}>
              {line === "owned" && summary.owned === 1
                ? text("library.done.owned_one")
                : text(`library.done.${line}`, { count: summary[line] })}
            </li>
          ))}
      </ul>
      {summary.owned > 0 && onWishlist.length > 0 && <OwnedWishes gameIds={onWishlist} />}
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to="/library" className={buttonStyle("primary")}>
          {text("library.tab.owned")}
        </Link>
        <Button onClick={onAgain}>{text("library.done.again")}</Button>
      </div>
    </section>
  );
}

/** Offers to remove games that are owned now from the wishlist. */
function OwnedWishes({ gameIds }: { gameIds: readonly number[] }) {
  const text = useLibraryText();
  const call = useCall();
  const queryClient = useQueryClient();
  const [state, setState] = useState<"removing" | "removed" | "failed">();
  const isOne = gameIds.length === 1;
  const removeAll = async () => {
    setState("removing");
    try {
      for (const gameId of gameIds) await call("DELETE /api/wishlist/game/{gameId}", { params: { gameId } });
      void queryClient.invalidateQueries({ queryKey: ["wishlist"] });
      setState("removed");
    } catch {
      setState("failed");
    }
  };
  if (state === "removed") return <p className="mt-3">{text("library.done.removed")}</p>;
  return (
    <p className="figures mt-3 flex flex-wrap items-center gap-x-3">
      {isOne ? text("library.done.on_wishlist_one") : text("library.done.on_wishlist", { count: gameIds.length })}
      <Button size="small" disabled={state === "removing"} onClick={removeAll}>
        {text(isOne ? "library.done.remove_one" : "library.done.remove")}
      </Button>
      {state === "failed" && <span className="text-danger">{text("library.done.remove_failed")}</span>}
    </p>
  );
}
