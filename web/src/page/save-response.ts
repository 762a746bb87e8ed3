import { errorOf } from "../api/call.ts";
import { endSession, storedToken } from "../api/session.ts";
import { saveFile } from "./save-file.ts";

/** Downloads what a call returns, under the server's file name. Throws on failure. */
export async function saveResponse(url: string, otherwise: string): Promise<void> {
  const token = storedToken();
  if (token === null) throw new Error("Authentication required - no token found");
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (response.status === 401) endSession(token);
  if (!response.ok) throw await errorOf(response, url);
  const named = /filename="(.+?)"/.exec(response.headers.get("content-disposition") ?? "");
  saveFile(await response.blob(), named?.[1] ?? otherwise);
}
