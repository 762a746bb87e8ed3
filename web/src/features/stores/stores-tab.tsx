import type { AdminStore } from "contract/stores/schema.ts";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { ErrorBox } from "../../ui/error-box.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { ActionButton } from "../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { ReadOnlyNote } from "../admin/editing/read-only-note.tsx";
import { useDenialReason } from "../admin/me.ts";
import { TabPending } from "../admin/tabs/tab-fallbacks.tsx";
import { TabPage } from "../admin/tabs/tab-page.tsx";
import { useAdminQuery } from "../admin/use-admin-query.ts";
import { storesQuery } from "./admin-queries.ts";
import { Markets } from "./markets.tsx";
import { StoreDialog } from "./store-dialog.tsx";
import { StoreTable } from "./store-table.tsx";
import { useChanges } from "./use-changes.ts";

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
    <TabPage title="Stores" needs="stores.read" actions={actions}>
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
