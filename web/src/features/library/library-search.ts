/** The parts of the library's page, in the order of its tabs. */
export const libraryTabs = ["owned", "ignored", "dlc", "import"] as const;
type LibraryTab = (typeof libraryTabs)[number];

export interface LibraryPageState {
  tab: LibraryTab;
  search: string;
  page: number;
}

/** The same as search parameters, without defaults. */
export interface LibrarySearch {
  tab?: LibraryTab | undefined;
  search?: string | undefined;
  page?: number | undefined;
}

/** Parses an address. Invalid values are ignored. */
export function readLibraryState(raw: Readonly<Record<string, unknown>>): LibraryPageState {
  const page = Number(raw.page);
  return {
    tab: libraryTabs.find((tab) => tab === raw.tab) ?? "owned",
    search: raw.search === undefined ? "" : [...String(raw.search).trim()].slice(0, 100).join(""),
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
  };
}

/** The search parameters of a state. */
export function toLibrarySearch({ tab, search, page }: LibraryPageState): LibrarySearch {
  return {
    ...(tab !== "owned" && { tab }),
    ...(search !== "" && { search }),
    ...(page > 1 && { page }),
  };
}
