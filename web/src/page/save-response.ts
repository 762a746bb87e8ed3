import { errorOf } from "../api/call.ts";
import { endSession, storedToken } from "../api/session.ts";
import { saveFile } from "./save-file.ts";

/** Saves a response as a file, under the server's name for it or `fallbackName`. Throws on failure. */
export async function saveResponse(url: string, fallbackName: string): Promise<void> {
  const token = storedToken();
  if (token === null) throw new Error("Authentication required - no token found");
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (response.status === 401) endSession(token);
  if (!response.ok) throw await errorOf(response, url);
  const named = /filename="(.+?)"/.exec(response.headers.get("content-disposition") ?? "");
  saveFile(await response.blob(), named?.[1] ?? fallbackName);
}
