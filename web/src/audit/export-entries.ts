import { requestOf } from "contract/call.ts";
import { endSession, storedToken } from "../accounts/session.ts";
import { saveFile } from "../save-file.ts";
import { type AuditState, auditQueryOf } from "./audit-state.ts";

/** Saves all that the list shows as a CSV file, under the name that the server gives it. Throws when there is no file. */
export async function exportEntries(state: AuditState): Promise<void> {
  const query = { ...auditQueryOf(state), format: "csv" };
  const { url } = requestOf("GET /api/admin/dashboard/audit/export", { query });
  const token = storedToken();
  if (token === null) throw new Error("Authentication required - no token found");
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (response.status === 401) endSession(token);
  if (!response.ok) throw new Error(`Request failed with status ${response.status}`);
  const named = /filename="(.+?)"/.exec(response.headers.get("content-disposition") ?? "");
  saveFile(await response.blob(), named?.[1] ?? "audit-logs.csv");
}
