import { queryOptions } from "@tanstack/react-query";
import type { Call } from "contract/core/call.ts";
import { type ImportKind, type ImportState, isAtWork } from "contract/imports/rules.ts";
import type { FileImport } from "contract/imports/schema.ts";
import type { Permission } from "contract/permissions.ts";
import { adminKey } from "../admin/queries.ts";
import type { Allowed, TabState } from "../admin/tabs/tab-address.ts";

export interface ImportsState extends TabState {
  kind: ImportKind;
}

export const importsDefaults: ImportsState = { page: 1, kind: "games" };
export const importsAllowed: Allowed<ImportsState> = { kind: ["games", "prices"] };

export const importsPageSize = 10;

/** The refetch intervals while a worker is busy, and otherwise. */
const refetchMs = { busy: 1_000, idle: 30_000 };

interface ImportPage {
  imports: FileImport[];
  total: number;
}

export function importsQuery(call: Call, { kind, page }: ImportsState) {
  return queryOptions<ImportPage>({
    queryKey: [adminKey, "imports", kind, page],
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.imports.some(({ state }) => isAtWork(state)) ? refetchMs.busy : refetchMs.idle,
    queryFn: ({ signal }) =>
      call(`GET /api/admin/catalogue/imports/${kind}`, { query: { page, limit: importsPageSize } }, { signal }),
  });
}

export const stateTexts: Record<ImportState, string> = {
  uploading: "Uploading",
  uploaded: "Uploaded",
  checking: "Being checked",
  checked: "Checked",
  applying: "Being imported",
  done: "Imported",
  undoing: "Being undone",
  undone: "Undone",
  failed: "Failed",
};

export const stateTones = {
  uploading: "neutral",
  uploaded: "neutral",
  checking: "accent",
  checked: "warning",
  applying: "accent",
  done: "positive",
  undoing: "accent",
  undone: "neutral",
  failed: "danger",
} as const satisfies Record<ImportState, string>;

interface KindText {
  tab: string;
  read: Permission;
  write: Permission;
  what: string;
  hint: string;
}

export const kindTexts: Record<ImportKind, KindText> = {
  games: {
    tab: "Catalogue",
    read: "catalogue.read",
    write: "catalogue.write",
    what: "a catalogue file",
    hint: "Games as JSON Lines or CSV: .jsonl, .ndjson or .csv, each also packed as .gz. At most 500 MB.",
  },
  prices: {
    tab: "Prices",
    read: "prices.read",
    write: "prices.write",
    what: "a price file",
    hint: "A store's product feed as CSV, TSV or Google Merchant XML, also packed with gzip. At most 500 MB.",
  },
};
