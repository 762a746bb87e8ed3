import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ContentString, ContentStringVersion } from "contract/content-strings/schema.ts";
import type { Call } from "contract/core/call.ts";
import { defaultPageSize, largestPageSize } from "contract/core/pagination.ts";
import type { Order } from "contract/core/sorting.ts";
import { adminFreshFor, adminKey } from "../admin/queries.ts";

const area = [adminKey, "strings"] as const;

export const stringSorts = ["key", "current_value", "category", "last_modified"] as const;

/** The tab's state. Empty texts mean no search and all categories. */
export interface StringsState {
  search: string;
  category: string;
  sort: (typeof stringSorts)[number];
  order: Order;
  page: number;
  [name: string]: string | number;
}

/** A page of the texts. The previous page stays visible while the next loads. */
export function stringListQuery(call: Call, { search, category, sort, order, page }: StringsState) {
  const query = {
    search,
    category: category || undefined,
    sortBy: sort,
    sortOrder: order,
    page,
    limit: defaultPageSize,
  };
  return queryOptions({
    queryKey: [...area, "list", query],
    staleTime: adminFreshFor,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call("GET /api/admin/content/strings", { query }, { signal }),
  });
}

export function stringCategoriesQuery(call: Call) {
  return queryOptions({
    queryKey: [...area, "categories"],
    staleTime: adminFreshFor,
    queryFn: async ({ signal }) => (await call("GET /api/admin/content/strings/categories", {}, { signal })).categories,
  });
}

/** The newest versions of a text: `pages` pages of the largest size. Always refetched. */
export function stringHistoryQuery(call: Call, id: number, pages: number) {
  return queryOptions({
    queryKey: [...area, "history", id, pages],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const versions: ContentStringVersion[] = [];
      for (let page = 1; ; page++) {
        const query = { page, limit: largestPageSize };
        const input = { params: { id }, query };
        const { history, total } = await call("GET /api/admin/content/strings/{id}/history", input, { signal });
        versions.push(...history);
        if (page === pages || page * largestPageSize >= total) return { versions, total };
      }
    },
  });
}

/** Texts that match a search, at most `max`. */
export async function findAllStrings(call: Call, search: string, max: number): Promise<ContentString[]> {
  const found: ContentString[] = [];
  for (let page = 1; ; page++) {
    const query = { search, page, limit: largestPageSize };
    const { contentStrings, total } = await call("GET /api/admin/content/strings", { query });
    found.push(...contentStrings);
    if (found.length >= Math.min(total, max) || contentStrings.length === 0) return found.slice(0, max);
  }
}
