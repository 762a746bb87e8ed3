import { formatCount } from "contract/core/counts.ts";
import type { AdminMarket } from "contract/markets/schema.ts";
import SearchX from "lucide-static/icons/search-x.svg?react";
import { namesMatching } from "../../page/names-matching.ts";
import { Badge } from "../../ui/badge.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { useAdminCall } from "../admin/admin-call.tsx";
import { useDenialReason } from "../admin/me.ts";
import { useAdminQuery } from "../admin/queries.ts";
import { EnabledSwitch } from "../admin/switch.tsx";
import { TabSearch, useTabState } from "../admin/tab-list.tsx";
import { ReadOnlyNote, TabPage, TabUnloaded } from "../admin/tab-page.tsx";
import { rowStyle, stickyRight, Table } from "../admin/table.tsx";
import { ChangeMessage, useChanges } from "../admin/use-changes.tsx";
import { marketsQuery } from "./admin-queries.ts";

const defaults = { search: "", page: 1 };

const columns = ["Country", "Currency", "Locale", "Prices", { head: "Offers", count: true }, "Enabled"];

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
  const denialReason = useDenialReason()("stores.write");
  if (!markets) return <TabUnloaded error={error} failed="Failed to load markets" onRetry={refetch} />;
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
  const share = ({ country, name }: AdminMarket, other: string) =>
    changes.make(
      other === ""
        ? `${name} has prices of its own. They are read with the next poll.`
        : `${name} has the prices of ${other}.`,
      () =>
        call("PUT /api/admin/markets/{country}", { params: { country }, body: { shares_prices_with: other || null } }),
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
      {markets.some(({ enabled }) => !enabled) && (
        <ActionButton
          size="small"
          className="mb-4"
          denialReason={denialReason}
          onClick={() =>
            void changes.make("Prices for all countries are shown.", () =>
              call("POST /api/admin/markets/enable-all", {}),
            )
          }
        >
          Enable all countries
        </ActionButton>
      )}
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
              <td>
                <PricesOf market={market} markets={markets} onChoose={(other) => void share(market, other)} />
              </td>
              <td className="figures text-end">{formatCount(market.offers)}</td>
              <td className={`${stickyRight} w-0`}>
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

/** Chooses between prices of its own and those of another market with the same currency. */
function PricesOf(props: { market: AdminMarket; markets: readonly AdminMarket[]; onChoose(other: string): void }) {
  const { market, markets, onChoose } = props;
  const denialReason = useDenialReason()("stores.write");
  const others = markets.filter(
    ({ country, currency, shares_prices_with }) =>
      country !== market.country && currency === market.currency && shares_prices_with === undefined,
  );
  const isShared = markets.some(({ shares_prices_with }) => shares_prices_with === market.country);
  if (others.length === 0 || isShared) return "Its own";
  return (
    <Select
      label={`Prices of ${market.name}`}
      value={market.shares_prices_with ?? ""}
      disabled={denialReason !== undefined}
      title={denialReason}
      onChoose={onChoose}
      className="w-40"
    >
      <option value="">Its own</option>
      {others.map(({ country, name }) => (
        <option key={country} value={country}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** The default market, the other enabled ones, and the rest, each by name. */
function enabledFirst(markets: readonly AdminMarket[]): AdminMarket[] {
  const rank = (market: AdminMarket) => (market.default ? 0 : market.enabled ? 1 : 2);
  return markets.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, "en"));
}
