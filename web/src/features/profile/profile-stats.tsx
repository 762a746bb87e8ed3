import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { formatCount } from "contract/core/counts.ts";
import Bell from "lucide-react/icons/bell";
import Heart from "lucide-react/icons/heart";
import PiggyBank from "lucide-react/icons/piggy-bank";
import { type ComponentType, useEffect } from "react";
import { type Money, useCountry, useMoney } from "../../api/market.ts";
import { useCall } from "../../api/session.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAccountText } from "../accounts/account-text.ts";
import { alertsQuery } from "../alerts/queries.ts";
import { wishlistStatsQuery } from "../wishlist/queries.ts";

/** The user's statistics (spec/accounts 9.1). */
export function ProfileStats() {
  const text = useAccountText();
  const money = useMoney();
  const call = useCall();
  const wishlist = useQuery(wishlistStatsQuery(call, useCountry()));
  const alerts = useQuery(alertsQuery(call));
  return (
    <section aria-label={text("profile.stats")}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
        <Stat
          icon={Heart}
          name={text("profile.stats.wishlist")}
          query={wishlist}
          value={wishlist.data && formatCount(wishlist.data.total_games)}
        />
        <Stat
          icon={Bell}
          name={text("profile.stats.alerts")}
          query={alerts}
          value={alerts.data && formatCount(alerts.data.total)}
        />
        <Stat
          icon={PiggyBank}
          name={text("profile.stats.saved")}
          hint={text("profile.stats.saved_hint")}
          query={wishlist}
          value={wishlist.data && formatSaved(wishlist.data.total_savings, money)}
        />
      </dl>
    </section>
  );
}

interface StatProps {
  icon: ComponentType<{ className?: string; "aria-hidden"?: boolean }>;
  name: string;
  hint?: string;
  query: UseQueryResult<unknown>;
  value: string | undefined;
}

/** One value, or a dash when it cannot be loaded. */
function Stat({ icon: Icon, name, hint, query: { error }, value }: StatProps) {
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

/** No savings read `$0` (spec/accounts 9.1). */
function formatSaved(amount: number, { format }: Money): string {
  return amount === 0 ? format(0).replace(/[.,]0+/, "") : format(amount);
}
