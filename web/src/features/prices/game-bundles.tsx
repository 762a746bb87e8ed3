import { Link } from "@tanstack/react-router";
import type { GameBundle } from "contract/bundles/schema.ts";
import { bundleTexts } from "contract/content-strings/defaults/bundle.ts";
import Package from "lucide-static/icons/package.svg?react";
import { useMoney } from "../../api/market.ts";
import { useTextOf } from "../../api/texts.ts";
import { SaleEnd } from "./sale-end.tsx";
import { StoreName } from "./store-name.tsx";

/** The bundles that a game is in; nothing without any. */
export function GameBundles({ bundles }: { bundles: readonly GameBundle[] }) {
  const text = useTextOf(bundleTexts);
  const { format } = useMoney();
  if (bundles.length === 0) return null;
  return (
    <ul aria-label={text("bundle.in")} className="mb-4 grid gap-2">
      {bundles.map(({ id, title, store, from_price: price, currency, games, ends_at: end }) => (
        <li
          key={id}
          className="relative flex items-start gap-3 rounded-lg border border-border bg-sunken px-3.5 py-2.5"
        >
          <Package aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <span className="text-muted">{text("bundle.in")}</span>{" "}
              <Link
                to="/bundles/{-$id}"
                params={{ id: String(id) }}
                className="font-medium after:absolute after:inset-0 hover:underline"
              >
                {title}
              </Link>
            </p>
            <p className="figures flex flex-wrap items-center gap-x-3 text-sm">
              {price !== null && <span>{text("bundle.from", { price: format(price, currency!) })}</span>}
              {games !== null && <span>{text("bundle.games", { count: games })}</span>}
              <StoreName store={store} className="text-muted" />
              {end && <SaleEnd at={end} />}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
