import type { AdminStore } from "contract/stores/schema.ts";
import { useMemo } from "react";
import { SortableList } from "../../ui/sortable.tsx";
import { useAdminCall } from "../admin/admin-call.ts";
import { Table } from "../admin/table.tsx";
import { StoreRow } from "./store-row.tsx";
import type { Changes } from "./use-changes.ts";
import { useStoreOrder } from "./use-store-order.ts";

const columns = ["Place", "Store", "Kind", "Website", { head: "Offers", count: true }, "Enabled", "Actions"];

interface StoreTableProps {
  stores: readonly AdminStore[];
  changes: Changes;
  onEdit: (store: AdminStore) => void;
}

/** All stores, in the order that settles ties for the best price. */
export function StoreTable({ stores: saved, changes, onEdit }: StoreTableProps) {
  const call = useAdminCall();
  const { stores, save } = useStoreOrder(saved, changes.fail);
  const keys = useMemo(() => stores.map(({ key }) => key), [stores]);
  const onMove = (order: readonly string[], moved: string) => {
    const name = stores.find(({ key }) => key === moved)!.name;
    changes.report(`Moved ${name} to place ${order.indexOf(moved) + 1} of ${order.length}.`);
    save(order);
  };
  const enable = ({ key, name }: AdminStore, enabled: boolean) =>
    changes.make(enabled ? `The prices of ${name} are shown.` : `The prices of ${name} are no longer shown.`, () =>
      call("PUT /api/admin/stores/{key}", { params: { key }, body: { enabled } }),
    );
  return (
    <SortableList ids={keys} onMove={onMove}>
      <Table label="All stores" columns={columns}>
        {stores.map((store) => (
          <StoreRow
            key={store.key}
            store={store}
            onEnable={(enabled) => enable(store, enabled)}
            onEdit={() => onEdit(store)}
          />
        ))}
      </Table>
    </SortableList>
  );
}
