import type { QueryClient } from "@tanstack/react-query";
import { filterTexts } from "contract/content-strings/defaults/filter.ts";
import type { DealSection } from "contract/games/deals.ts";
import { type Texts, textReaderOf, textsKey } from "../../../api/texts.ts";

/** The name of a section, for loaders: loaded with the deals page, not with the entry. */
export function sectionTitle(queryClient: QueryClient, section: DealSection): string {
  return textReaderOf(queryClient.getQueryData<Texts>([textsKey]), filterTexts)(`deals.section.${section}`);
}
