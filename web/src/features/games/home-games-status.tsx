import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useCountry } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { useText } from "../../api/texts.ts";
import { Button } from "../../ui/button.tsx";
import { homepageGamesQuery } from "./queries.ts";

/**
 * Shows the state of the home page's games: a full screen while there is nothing to show, and a message with Retry when
 * a reload failed (spec/storefront 4.1).
 */
export default function HomeGamesStatus() {
  const text = useText();
  const atHome = useRouterState({ select: ({ location }) => location.pathname === "/" });
  // only observes: the page's loader and the refresh routine load
  const games = useQuery({ ...homepageGamesQuery(useCall(), useCountry()), enabled: false });
  const loading = games.fetchStatus === "fetching";

  if (!atHome) return null;
  if (loading && games.data === undefined) {
    return (
      <div
        role="status"
        // delayed, so that a fast response shows no overlay
        className={
          "fixed inset-0 z-50 grid place-content-center bg-surface text-lg transition-opacity " +
          "delay-200 starting:opacity-0"
        }
      >
        {text("status.loading")}
      </div>
    );
  }
  if (!games.isError || games.data === undefined) return null;
  return (
    <div
      role="alert"
      className={
        "fixed inset-x-4 bottom-4 z-40 mx-auto flex w-fit items-center gap-4 rounded-lg border " +
        "border-border bg-raised py-2 pe-2 ps-4 shadow-float"
      }
    >
      {text("home.load_failed")}
      <Button disabled={loading} onClick={() => games.refetch()}>
        {text("status.retry")}
      </Button>
    </div>
  );
}
