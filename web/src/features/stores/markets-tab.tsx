import { formatCount } from "contract/core/counts.ts";
import type { AdminMarket } from "contract/markets/schema.ts";
import SearchX from "lucide-react/icons/search-x";
import { namesMatching } from "../../page/names-matching.ts";
import { Badge } from "../../ui/badge.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.tsx";
import { useAdminQuery } from "../admin/queries.ts";
import { EnabledSwitch } from "../admin/switch.tsx";
import { TabSearch, useTabState } from "../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabPending } from "../admin/tab-page.tsx";
import { rowStyle, Table } from "../admin/table.tsx";
import { ChangeMessage, useChanges } from "../admin/use-changes.tsx";
import { marketsQuery } from "./admin-queries.ts";

const defaults = { search: "", page: 1 };

const columns = ["Country", "Currency", "Locale", { head: "Offers", count: true }, "Enabled"];

/** The countries for which prices are shown (spec/administration 7). */
export function MarketsTab() {
  return (
    <TabPage>
      <Markets />
    </TabPage>
  );
}

function Markets() {
  const call = useAdminCall();
  const changes = useChanges();
  const { data: markets, error, refetch } = useAdminQuery(marketsQuery(call));
  const { state, show } = useTabState(defaults);
  if (!markets) {
    if (!error) return <TabPending />;
    return <FailureNotice title={serverMessageOf(error, "Failed to load markets")} onRetry={refetch} />;
  }
  const found = namesMatching(enabledFirst(markets), state.search, ({ name, country, currency }) => [
    name,
    country,
    currency,
  ]);
  const enable = ({ country, name, currency }: AdminMarket, enabled: boolean) =>
    changes.make(
      enabled ? `Prices for ${name} are shown, in ${currency}.` : `Prices for ${name} are no longer shown.`,
      () => call("PUT /api/admin/markets/{country}", { params: { country }, body: { enabled } }),
    );
  return (
    <>
      <ReadOnlyNote needs="stores.write" />
      <ChangeMessage changes={changes} />
      <TabSearch
        label="Search by country or currency"
        applied={state.search}
        onSearch={(search) => show({ search }, { replace: state.search !== "" })}
        className="mb-4 max-w-lg"
      />
      {found.length === 0 ? (
        <Notice icon={SearchX} title="No markets found" />
      ) : (
        <Table label="All markets" columns={columns}>
          {found.map((market) => (
            <tr key={market.country} className={rowStyle}>
              <td>
                <span className="flex items-center gap-2">
                  <span className="font-medium">{market.name}</span>
                  <span className="text-xs text-muted">{market.country}</span>
                  {market.default && <Badge>Default</Badge>}
                </span>
              </td>
              <td>{market.currency}</td>
              <td>{market.locale}</td>
              <td className="figures text-right">{formatCount(market.offers)}</td>
              <td className="w-0">
                <EnabledSwitch
                  name={market.name}
                  enabled={market.enabled}
                  onChange={(enabled) => enable(market, enabled)}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

/** The default market, the other enabled ones, and the rest, each by name. */
function enabledFirst(markets: readonly AdminMarket[]): AdminMarket[] {
  const rank = (market: AdminMarket) => (market.default ? 0 : market.enabled ? 1 : 2);
  return markets.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, "en"));
}
