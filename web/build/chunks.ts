import type { Rolldown } from "vite";

type Groups = NonNullable<Rolldown.CodeSplittingOptions["groups"]>;
type Modules = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** The lists of the catalogue and the page of one game, as the router's plugin splits them off. */
const lists = ["index", "free", "games.index"].map((name) => `/routes/_main.${name}.tsx?`);
const game = ["game.$id", "games.$id"].map((name) => `/routes/_main.${name}.tsx?`);
/** The forms around signing in, and the profile. */
const accounts = [
  "login",
  "register",
  "auth.callback",
  "_main.forgot-password",
  "_main.reset-password",
  "_main.profile",
].map((name) => `/routes/${name}.tsx?`);

/**
 * Each further file costs a request and compresses less well, so what is loaded together comes together:
 * the framework, which changes rarely, so that returning visitors keep it over deployments; the site's part of every
 * page; the page of a game, which has two addresses; and what the account screens share. The rest is divided by the pages that use it.
 */
export const chunkGroups: Groups = [
  // of the framework's libraries, but for administrators alone
  {
    name: "panel-framework",
    test: /node_modules\/@tanstack\/(react-table|table-core|react-router\/.*\/useBlocker)\b/,
    priority: 4,
  },
  {
    name: "framework",
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
    priority: 3,
  },
  { name: (id, modules) => (isForEveryPage(usersOf(id, modules), modules) ? "site" : null), priority: 2 },
  { name: (id, modules) => (isForGamesOnly(usersOf(id, modules)) ? "game" : null), priority: 1 },
  { name: (id, modules) => (isSharedByAccounts(usersOf(id, modules)) ? "account" : null), priority: 1 },
];

function isForEveryPage(users: string[], modules: Modules): boolean {
  if (users.some((user) => modules.getModuleInfo(user)?.isEntry)) return true;
  return [...lists, ...game].every((page) => users.some((user) => user.includes(page)));
}

function isForGamesOnly(users: string[]): boolean {
  const pages = users.filter((user) => user.includes("/routes/"));
  return pages.length > 0 && pages.every((user) => game.some((page) => user.includes(page)));
}

function isSharedByAccounts(users: string[]): boolean {
  const pages = users.filter((user) => user.includes("/routes/"));
  const isOurs = (user: string) => accounts.some((page) => user.includes(page));
  return pages.every(isOurs) && accounts.filter((page) => pages.some((user) => user.includes(page))).length > 1;
}

/** The module and all that import it, directly or not, but for imports on demand. */
function usersOf(id: string, modules: Modules): string[] {
  const users = new Set([id]);
  for (const user of users) {
    for (const importer of modules.getModuleInfo(user)?.importers ?? []) users.add(importer);
  }
  return [...users];
}
