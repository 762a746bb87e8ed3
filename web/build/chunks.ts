import type { Rolldown } from "vite";

type Groups = NonNullable<Rolldown.CodeSplittingOptions["groups"]>;
type Modules = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/**
 * What is loaded with every page comes in two files, as each further one costs a request and compresses less well:
 * the framework, which changes rarely, so returning visitors keep it over deployments, and the site's own part.
 * Everything else is divided by the pages that use it.
 */
export const chunkGroups: Groups = [
  {
    name: "framework",
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
    priority: 2,
  },
  { name: (id, modules) => (isAlwaysLoaded(id, modules) ? "site" : null), priority: 1 },
];

const known = new Map<string, boolean>();

/** Whether the entry needs the module: it is the entry, or something that the entry needs imports it. */
function isAlwaysLoaded(id: string, modules: Modules): boolean {
  const answer = known.get(id);
  if (answer !== undefined) return answer;
  // a module on the way to itself proves nothing
  known.set(id, false);
  const module = modules.getModuleInfo(id);
  const needed = module?.isEntry || module?.importers.some((importer) => isAlwaysLoaded(importer, modules)) || false;
  known.set(id, needed);
  return needed;
}
