import { useAddress } from "../../../../api/market.ts";
import { writeAddressSearch } from "../../../../page/address-search.ts";
import { type BrowseState, changeList } from "../list-search.ts";
import { useFinder } from "./use-finder.ts";

/** The address of the list after a change, for links that work without scripts. */
export function useChangeAddress(): (change: Partial<BrowseState>) => string {
  const { address, place } = useFinder();
  const path = useAddress()(place.path);
  return (change) => `${path}${writeAddressSearch({ ...changeList(address, change, place.sorts) })}`;
}
