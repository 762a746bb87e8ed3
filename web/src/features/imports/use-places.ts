import { useQuery } from "@tanstack/react-query";
import { useMarkets } from "../../api/market.ts";
import { useStores } from "../../api/stores.ts";
import { useAdminCall } from "../admin/admin-call.ts";
import { useDenialReason } from "../admin/me.ts";
import { marketsQuery, storesQuery } from "../stores/admin-queries.ts";

/**
 * The stores and countries to choose from: all with the permission to see them, otherwise the public ones; and the
 * country of the default market.
 */
export function usePlaces() {
  const call = useAdminCall();
  const { stores } = useStores();
  const markets = useMarkets();
  const enabled = useDenialReason()("stores.read") === undefined;
  const allStores = useQuery({ ...storesQuery(call), enabled });
  const allMarkets = useQuery({ ...marketsQuery(call), enabled });
  return {
    stores: allStores.data ?? stores,
    markets: allMarkets.data ?? markets,
    defaultCountry: markets[0]!.country,
  };
}
