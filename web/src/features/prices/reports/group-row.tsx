import { formatPriceOrFree } from "contract/core/money.ts";
import type { ReportGroup } from "contract/prices/report-schema.ts";
import { useStores } from "../../../api/stores.ts";
import { PathLink } from "../../../page/path-link.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { ActionButton } from "../../admin/action-button.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { formatMoment } from "../../admin/moments.ts";
import { outcomeNames } from "./reports-state.ts";

const linkStyle = "text-accent-text underline underline-offset-3";

/** The reports about an offer. */
export function GroupRow({ group, onSettle }: { group: ReportGroup; onSettle: () => void }) {
  const { game, store, country, count, outcome, settled_at, reports, link, last_seen_at } = group;
  const denialReason = useDenialReason()("prices.write");
  const storeName = useStores().storeOf(store).name;
  const name = `${game.title} at ${storeName}`;
  return (
    <li aria-label={name} className="grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-base font-semibold">
          <PathLink path={`/games/${game.id}`} className={linkStyle}>
            {game.title}
          </PathLink>{" "}
          at {storeName}
        </h2>
        <Badge>{country}</Badge>
        <span className="text-sm text-muted">{count === 1 ? "1 report" : `${count} reports`}</span>
        <span className="ml-auto">
          {outcome === null ? (
            <ActionButton size="small" denialReason={denialReason} aria-label={`Settle ${name}`} onClick={onSettle}>
              Settle
            </ActionButton>
          ) : (
            <span className="text-sm">
              {outcomeNames[outcome]}, {formatMoment(settled_at)}
            </span>
          )}
        </span>
      </div>
      <p className="text-sm">
        Price now: <span className="figures font-semibold">{priceIn(group.price_now, group.currency)}</span>
        {last_seen_at && <span className="text-muted">, last seen {formatMoment(last_seen_at)}</span>}
        {link && (
          <>
            {" · "}
            <a href={link} target="_blank" rel="noopener noreferrer" className={linkStyle}>
              Open at {storeName}
            </a>
          </>
        )}
      </p>
      <ul aria-label={`Reports about ${name}`} className="grid gap-2 text-sm">
        {reports.map((report) => (
          <li key={report.id} className="rounded-md bg-sunken px-3 py-2">
            <p className="text-muted">
              {formatMoment(report.reported_at)}, when it was{" "}
              <span className="figures text-text">{priceIn(report.price, report.currency)}</span>
            </p>
            {report.message && <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{report.message}</p>}
          </li>
        ))}
      </ul>
      {reports.length < count && <p className="text-sm text-muted">And {count - reports.length} earlier ones.</p>}
    </li>
  );
}

function priceIn(price: number | null, currency: string | null): string {
  if (price === null || currency === null) return "not sold";
  return formatPriceOrFree(price, { currency, locale: "en-US" });
}
