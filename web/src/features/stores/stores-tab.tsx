import { formatCount } from "contract/core/counts.ts";
import type { AdminMarket } from "contract/markets/schema.ts";
import type { AdminStore } from "contract/stores/schema.ts";
import Plus from "lucide-react/icons/plus";
import SearchX from "lucide-react/icons/search-x";
import { useState } from "react";
import { namesMatching } from "../../page/names-matching.ts";
import { Badge } from "../../ui/badge.tsx";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { ReadOnlyNote } from "../admin/editing/read-only-note.tsx";
import { useDenialReason } from "../admin/me.ts";
import { rowStyle, Table } from "../admin/table.tsx";
import { useTabState } from "../admin/tabs/tab-address.ts";
import { TabPending } from "../admin/tabs/tab-fallbacks.tsx";
import { TabPage } from "../admin/tabs/tab-page.tsx";
import { TabSearch } from "../admin/tabs/tab-search.tsx";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { marketsQuery, storesQuery } from "./admin-queries.ts";
import { EnabledSwitch } from "./enabled-switch.tsx";
import { StoreDialog } from "./store-dialog.tsx";
import { StoreTable } from "./store-table.tsx";
import { type Changes, useChanges } from "./use-changes.ts";

/** The store in the dialog. */
type Opened = AdminStore | "new" | null;

/** The stores whose prices are compared, and the countries for which (spec/administration 7). */
export function StoresTab() {
  const [opened, setOpened] = useState<Opened>(null);
  const lacksWrite = useDenialReason()("stores.write");
  const actions = (
    <ActionButton size="small" denialReason={lacksWrite} onClick={() => setOpened("new")}>
      <Plus aria-hidden className="size-4" />
      Add Store
    </ActionButton>
  );
  return (
    <TabPage actions={actions}>
      <StoresAndMarkets opened={opened} onOpen={setOpened} />
    </TabPage>
  );
}

function StoresAndMarkets({ opened, onOpen }: { opened: Opened; onOpen: (opened: Opened) => void }) {
  const { data: stores, error, refetch } = useAdminQuery(storesQuery(useAdminCall()));
  const changes = useChanges();
  if (!stores) {
    if (!error) return <TabPending />;
    return <FailureNotice title={serverMessageOf(error, "Failed to load stores")} onRetry={refetch} />;
  }
  return (
    <>
      <ReadOnlyNote needs="stores.write" />
      <p className="text-sm text-muted">Of equal prices that of the store further up counts as the best.</p>
      {/* in sight of every row */}
      <div className="sticky top-16 z-10 -mx-1 min-h-9 bg-surface px-1 py-2 text-sm">
        <p role="status" className="text-positive">
          {changes.done}
        </p>
        {changes.failure && <ErrorBox>{changes.failure}</ErrorBox>}
      </div>
      <StoreTable stores={stores} changes={changes} onEdit={onOpen} />
      <section aria-labelledby="markets" className="mt-10">
        <h2 id="markets" className="mb-3 text-lg">
          Markets
        </h2>
        <Markets changes={changes} />
      </section>
      {opened && (
        <StoreDialog
          key={opened === "new" ? "" : opened.key}
          store={opened === "new" ? undefined : opened}
          stores={stores}
          onDone={(done) => {
            changes.report(done);
            onOpen(null);
          }}
          onClose={() => onOpen(null)}
        />
      )}
    </>
  );
}

const defaults = { search: "", page: 1 };

const columns = ["Country", "Currency", "Locale", { head: "Offers", count: true }, "Enabled"];

/** The countries for which prices are shown. */
function Markets({ changes }: { changes: Changes }) {
  const call = useAdminCall();
  const { data: markets, error, refetch } = useAdminQuery(marketsQuery(call));
  const { state, show } = useTabState(defaults);
  if (!markets) {
    if (!error) return <Skeleton className="h-80" />;
    return <FailureNotice title={serverMessageOf(error, "Failed to load markets")} onRetry={refetch} />;
  }
  const found = namesMatching(markets, state.search, ({ name, country, currency }) => [name, country, currency]);
  const enable = ({ country, name, currency }: AdminMarket, enabled: boolean) =>
    changes.make(
      enabled ? `Prices for ${name} are shown, in ${currency}.` : `Prices for ${name} are no longer shown.`,
      () => call("PUT /api/admin/markets/{country}", { params: { country }, body: { enabled } }),
    );
  return (
    <>
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
