import { requestOf } from "contract/core/call.ts";
import type { FileImport } from "contract/imports/schema.ts";
import { saveResponse } from "../../page/save-response.ts";

/** Saves the rejected rows as a CSV file, under the server's file name. Throws on failure. */
export function saveRejected({ kind, id }: FileImport): Promise<void> {
  const { url } = requestOf(`GET /api/admin/catalogue/imports/${kind}/{id}/rejected`, { params: { id } });
  return saveResponse(url, "rejected.csv");
}
