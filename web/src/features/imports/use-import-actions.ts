import { requestOf } from "contract/core/call.ts";
import type { ImportKind } from "contract/imports/rules.ts";
import type { FileImport, GamesOptions, PricesOptions } from "contract/imports/schema.ts";
import { saveResponse } from "../../page/save-response.ts";
import { useAdminCall } from "../admin/admin-call.ts";
import { useRefresh } from "../admin/editing/use-refresh.ts";
import { useChanges } from "../stores/use-changes.ts";
import { startUpload } from "./uploads.ts";

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
