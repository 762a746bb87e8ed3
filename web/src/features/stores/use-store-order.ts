import { useQueryClient } from "@tanstack/react-query";
import type { AdminStore } from "contract/stores/schema.ts";
import type { StoreKey } from "contract/stores/store-key.ts";
import { useMemo, useState } from "react";
import { latestOnly } from "../../api/latest-only.ts";
import { useAdminCall } from "../admin/admin-call.ts";
import { storesKey } from "./admin-queries.ts";

/** The stores in the order that is being saved, or else in the saved one. */
export function useStoreOrder(saved: readonly AdminStore[], onFailure: (error: unknown) => void) {
  const call = useAdminCall();
  const queryClient = useQueryClient();
  const [order, setOrder] = useState<readonly StoreKey[]>();
  const [saving] = useState(() =>
    latestOnly<readonly StoreKey[]>(async (keys) => {
      try {
        const { stores } = await call("PUT /api/admin/store-order", { body: { keys: [...keys] } });
        queryClient.setQueryData(storesKey, stores);
      } catch (error) {
        onFailure(error);
        await queryClient.invalidateQueries({ queryKey: storesKey });
      }
    }),
  );
  const save = (keys: readonly StoreKey[]) => {
    setOrder(keys);
    saving.push(keys);
    void saving.settled().then(() => setOrder(undefined));
  };
  const stores = useMemo(() => {
    if (!order) return saved;
    const place = (key: StoreKey) => (order.includes(key) ? order.indexOf(key) : order.length);
    return saved.toSorted((a, b) => place(a.key) - place(b.key));
  }, [saved, order]);
  return { stores, save };
}
