import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { textsKey } from "../content-strings/texts.ts";
import { adminKey } from "./queries.ts";

/** What visitors get of what administrators change: where, and under which key the panel has it too. */
const publicAnswers = {
  texts: { path: "/api/content/strings", key: [textsKey] },
  site: { path: "/api/site", key: ["site"] },
};

type PublicAnswer = keyof typeof publicAnswers;

/** When a public answer is asked for after a change, in milliseconds: the server's processes hear of it a moment later. */
const renewals = [100, 1_000, 4_000];

/**
 * After a change: all that the panel has on show is asked for anew, which the promise waits for, and in the background
 * what visitors get of it, where that is named.
 */
export function useRefresh(changed?: PublicAnswer): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => {
    if (changed) void renew(queryClient, changed);
    return queryClient.invalidateQueries({ queryKey: [adminKey] });
  };
}

/** Asks until the answer has changed. */
async function renew(queryClient: QueryClient, changed: PublicAnswer): Promise<void> {
  const { path, key } = publicAnswers[changed];
  const before = queryClient.getQueryData(key);
  for (const wait of renewals) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    // the browser would show its own copy once more; a failure leaves that copy to be renewed later
    await fetch(path, { cache: "reload" }).catch(() => {});
    await queryClient.invalidateQueries({ queryKey: key });
    // an equal answer stays the same object
    if (queryClient.getQueryData(key) !== before) return;
  }
}
