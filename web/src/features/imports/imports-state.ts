import { queryOptions } from "@tanstack/react-query";
import { type Call, requestOf } from "contract/core/call.ts";
import { type ImportKind, type ImportState, isAtWork } from "contract/imports/rules.ts";
import type { FileImport, GamesOptions, PricesOptions } from "contract/imports/schema.ts";
import type { Permission } from "contract/permissions.ts";
import { saveResponse } from "../../page/save-file.ts";
import { useAdminCall } from "../admin/admin-call.tsx";
import { adminKey, useRefresh } from "../admin/queries.ts";
import type { Allowed, TabState } from "../admin/tab-list.tsx";
import { useChanges } from "../admin/use-changes.tsx";
import { startUpload } from "./uploads.ts";

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
    hint: "Games as JSON Lines or CSV: .jsonl, .ndjson or .csv, optionally compressed as .gz. At most 500 MB.",
  },
  prices: {
    tab: "Prices",
    read: "prices.read",
    write: "prices.write",
    what: "a price file",
    hint: "A store's product feed as CSV, TSV or Google Merchant XML, optionally compressed with gzip. At most 500 MB.",
  },
};

/** Actions on the files of a kind, with the message about the last one. */
export function useImportActions(kind: ImportKind) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const { done, failure, make, report, fail } = useChanges();
  const path = `/api/admin/catalogue/imports/${kind}` as const;
  const paramsOf = ({ id }: FileImport) => ({ params: { id } });
  return {
    done,
    failure,
    /** Never rejects. */
    async upload(file: File): Promise<void> {
      try {
        report("");
        await startUpload(kind, file, { call, onBegin: () => void refresh() });
      } catch (error) {
        fail(error);
      } finally {
        await refresh();
      }
    },
    checkGames: (one: FileImport, options: GamesOptions) =>
      make("", () => call("POST /api/admin/catalogue/imports/games/{id}/check", { ...paramsOf(one), body: options })),
    checkPrices: (one: FileImport, options: PricesOptions) =>
      make("", () => call("POST /api/admin/catalogue/imports/prices/{id}/check", { ...paramsOf(one), body: options })),
    apply: (one: FileImport) => make("", () => call(`POST ${path}/{id}/apply`, paramsOf(one))),
    /** For a dialog: rejects. */
    async undo(one: FileImport): Promise<void> {
      await call(`POST ${path}/{id}/undo`, paramsOf(one));
      await refresh();
    },
    remove: (one: FileImport) => make(`Deleted ${one.name}.`, () => call(`DELETE ${path}/{id}`, paramsOf(one))),
    /** Never rejects. */
    saveRejected: (one: FileImport) => saveRejected(one).catch(fail),
  };
}

export type ImportActions = ReturnType<typeof useImportActions>;

/** Saves the rejected rows as a CSV file, under the server's file name. Throws on failure. */
function saveRejected({ kind, id }: FileImport): Promise<void> {
  const { url } = requestOf(`GET /api/admin/catalogue/imports/${kind}/{id}/rejected`, { params: { id } });
  return saveResponse(url, "rejected.csv");
}
