import { type FilterLabel, filterLabels } from "contract/games/filter-labels.ts";
import { useMoney } from "../../../../api/market.ts";
import { useStores } from "../../../../api/stores.ts";
import { type ListFilters, readFilters } from "../list-filters.ts";
import { useFinderText } from "./finder-text.ts";

/** Names the filters that are set. */
export function useFilterLabels(): (filters: ListFilters) => FilterLabel[] {
  const text = useFinderText();
  const { format } = useMoney();
  const { storeOf } = useStores();
  return (filters) =>
    filterLabels(readFilters(filters), {
      text: text as Parameters<typeof filterLabels>[1]["text"],
      money: format,
      storeName: (key) => storeOf(key).name,
      count: (value) => value.toLocaleString("en-US"),
      day: (value) => new Date(value).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" }),
    });
}
