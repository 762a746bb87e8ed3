import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { formatCount } from "contract/counts.ts";
import { formatPrice } from "contract/money.ts";
import Bell from "lucide-react/icons/bell";
import Heart from "lucide-react/icons/heart";
import PiggyBank from "lucide-react/icons/piggy-bank";
import { type ComponentType, useEffect } from "react";
import { alertsQuery } from "../alerts/queries.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { wishlistStatsQuery } from "../wishlist/queries.ts";
import { useAccountText } from "./account-text.ts";
import { useCall } from "./session.ts";

/** The user's figures as they are now (spec/accounts 9.1). */
export function ProfileStats() {
  const text = useAccountText();
  const call = useCall();
  const wishlist = useQuery(wishlistStatsQuery(call));
  const alerts = useQuery(alertsQuery(call));
  return (
    <section aria-label={text("profile.stats")}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
        <Figure
          icon={Heart}
          name={text("profile.stats.wishlist")}
          query={wishlist}
          value={wishlist.data && formatCount(wishlist.data.total_games)}
        />
        <Figure
          icon={Bell}
          name={text("profile.stats.alerts")}
          query={alerts}
          value={alerts.data && formatCount(alerts.data.total)}
        />
        <Figure
          icon={PiggyBank}
          name={text("profile.stats.saved")}
          hint={text("profile.stats.saved_hint")}
          query={wishlist}
          value={wishlist.data && formatSaved(wishlist.data.total_savings)}
        />
      </dl>
    </section>
  );
}

interface FigureProps {
  icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
  name: string;
  hint?: string;
  query: UseQueryResult<unknown>;
  value: string | undefined;
}

/** One figure. While it cannot be had there is a dash, as nothing on the page depends on it. */
function Figure({ icon: Icon, name, hint, query: { error }, value }: FigureProps) {
  useEffect(() => {
    if (error) console.warn(error);
  }, [error]);
  return (
    <div title={hint} className="rounded-lg border border-border bg-raised p-4 max-sm:last:col-span-2 sm:p-5">
      <dt className="flex items-center gap-2 text-sm text-muted">
        <Icon aria-hidden className="size-4" />
        {name}
      </dt>
      <dd className="figures mt-1 text-xl font-semibold">
        {value ?? (error ? "–" : <Skeleton className="my-1 h-6 w-16" />)}
      </dd>
    </div>
  );
}

/** Nothing saved reads `$0` (spec/accounts 9.1). */
function formatSaved(dollars: number): string {
  return dollars === 0 ? "$0" : formatPrice(dollars);
}
