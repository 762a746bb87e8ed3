import { gameSorts } from "contract/games/sorting.ts";
import { useCountry } from "../../../../api/market.ts";
import { marketPath } from "../../../../api/market-address.ts";
import { writeAddressSearch } from "../../../../page/address-search.ts";
import { type BrowseState, changeList } from "../list-search.ts";
import { useFinder } from "./use-finder.ts";

/** The address of the list after a change, for links that work without scripts. */
export function useChangeAddress(): (change: Partial<BrowseState>) => string {
  const { address } = useFinder();
  const path = marketPath("/games", useCountry());
  return (change) => `${path}${writeAddressSearch({ ...changeList(address, change, gameSorts) })}`;
}
