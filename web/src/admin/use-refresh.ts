import { useQueryClient } from "@tanstack/react-query";
import { textsKey } from "../content-strings/texts.ts";
import { adminKey } from "./queries.ts";

/** What visitors get of what administrators change: where, and under which key the panel has it too. */
const publicAnswers = {
  texts: { path: "/api/content/strings", key: textsKey },
  site: { path: "/api/site", key: "site" },
} as const;

/**
 * After a change: all that the panel has on show is asked for anew, and what visitors get of it, where that is named.
 * Resolves when it is there.
 */
export function useRefresh(changed?: keyof typeof publicAnswers): () => Promise<unknown> {
  const queryClient = useQueryClient();
  const refetch = (key: string) => queryClient.invalidateQueries({ queryKey: [key] });
  return async () => {
    const inPanel = refetch(adminKey);
    if (changed) {
      const { path, key } = publicAnswers[changed];
      // the browser may show its copy once more before it asks; a failure leaves that copy to be renewed later
      await fetch(path, { cache: "reload" }).catch(() => {});
      await refetch(key);
    }
    await inPanel;
  };
}
