import { useQuery } from "@tanstack/react-query";
import { type FilterLabel, filterLabels } from "contract/games/filter-labels.ts";
import { launcherName } from "contract/prices/launchers.ts";
import { useMarket, useMoney } from "../../../../api/market.ts";
import { useCall } from "../../../../api/session.ts";
import { useStores } from "../../../../api/stores.ts";
import { useLanguage, useNames } from "../../../../api/texts.ts";
import { plansQuery } from "../../../subscriptions/queries.ts";
import { type ListFilters, readFilters } from "../list-filters.ts";
import { useFinderText } from "./finder-text.ts";
import { useFinder } from "./use-finder.ts";

/** Names the filters that are set. */
export function useFilterLabels(): (filters: ListFilters) => FilterLabel[] {
  const text = useFinderText();
  const language = useLanguage();
  const nameOf = useNames();
  const { format } = useMoney();
  const { storeOf } = useStores();
  const { country } = useMarket();
  const { state } = useFinder();
  const { data: plans } = useQuery({ ...plansQuery(useCall(), country), enabled: state.plan !== undefined });
  return (filters) =>
    filterLabels(readFilters(filters), {
      text: text as Parameters<typeof filterLabels>[1]["text"],
      money: format,
      launcherName: (launcher) => launcherName(launcher, text("launcher.drm_free")),
      storeName: (key) => storeOf(key).name,
      planName: (key) => plans?.find((plan) => plan.key === key)?.name,
      nameOf,
      count: language.count,
      percent: language.percent,
      day: language.date,
    });
}
