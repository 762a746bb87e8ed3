import { withBase } from "../api/base-path.ts";
import { errorOf } from "../api/call.ts";
import { endSession, storedToken } from "../api/session.ts";

/** Downloads a file. */
export function saveFile(content: Blob, name: string): void {
  const file = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = file;
  link.download = name;
  link.click();
  // the browser has started the download by the next task
  setTimeout(() => URL.revokeObjectURL(file));
}

/** Downloads a value as a JSON file. */
export function saveJson(value: unknown, fileName: string): void {
  saveFile(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }), fileName);
}

/** Saves a response as a file, under the server's name for it or `fallbackName`. Throws on failure. */
export async function saveResponse(url: string, fallbackName: string): Promise<void> {
  const token = storedToken();
  if (token === null) throw new Error("Authentication required - no token found");
  const response = await fetch(withBase(url), { headers: { authorization: `Bearer ${token}` } });
  if (response.status === 401) endSession(token);
  if (!response.ok) throw await errorOf(response, url);
  const named = /filename="(.+?)"/.exec(response.headers.get("content-disposition") ?? "");
  saveFile(await response.blob(), named?.[1] ?? fallbackName);
}
