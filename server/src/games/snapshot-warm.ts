import type { Catalogue } from "./snapshot.ts";

/** How many games are read ahead, best rated first. */
const readAhead = 2_000;
const readAtOnce = 200;

/**
 * Reads the games that most people will ask for before they do: should the database go away, what is in memory is all
 * that there is to show. Never rejects, because what cannot be read now is read when somebody asks. Returns what stops it.
 */
export function warmUp(catalogue: Pick<Catalogue, "find" | "listGames">): () => Promise<void> {
  let stopped = false;

  async function readOn(): Promise<void> {
    for (let offset = 0; offset < readAhead && !stopped; offset += readAtOnce) {
      const best = { search: "", sort: "rating", order: "DESC", showExplicit: true } as const;
      const { ids } = catalogue.find({ ...best, offset, limit: readAtOnce });
      if (ids.length === 0) break;
      await catalogue.listGames(ids);
    }
  }

  const reading = readOn().catch(() => {});
  return () => {
    stopped = true;
    return reading;
  };
}
