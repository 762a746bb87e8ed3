import type { Rolldown } from "vite";

type Groups = NonNullable<Rolldown.CodeSplittingOptions["groups"]>;
type Modules = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** The lists of the catalogue and the page of one game, as the router's plugin splits them off. */
const lists = ["index", "free", "games.index"].map((name) => `/routes/_main.${name}.tsx?`);
const searchedLists = lists.filter((page) => !page.includes("_main.index"));
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

/** Framework modules that only the panel uses, although the libraries' index files import them everywhere. */
const panelOnly = /node_modules\/@tanstack\/.*\/(useBlocker|useIsFetching|shallow)\.js$/;

/** What the pages of lists, landing pages and games share: too little for a file of its own. */
const linksAndParts = /\/(landing\/(landing-links|popular-genres-later)|page\/(json-ld|later-part))\.tsx?$/;

/**
 * Groups what pages load together, because each file costs a request and compresses worse: the framework, which
 * returning visitors keep in their cache over deployments; the site's part of every page; what lists share; the page of
 * a game with its two addresses; and what the account screens share. The rest is split by page. A group includes its
 * dependencies unless an earlier group has them.
 */
export const chunkGroups: Groups = [
  // without what only some page loads, such as the tables of the panel
  {
    name: "framework",
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\//,
    tags: ["$initial"],
    priority: 5,
  },
  { name: part("site", isForEveryPage, linksAndParts), priority: 4 },
  { name: part("cards", (users) => areUsers(lists, users)), priority: 3 },
  // shared with the deals page, which needs nothing else of lists and games
  { name: "tiles", test: /\/features\/games\/(game-tile|tile-game)\./, priority: 3 },
  { name: "pager", test: /\/(ui|page)\/(list-)?pager\.tsx$/, priority: 3 },
  // with all of the browse page that does not come alive later
  { name: part("lists", (users) => areUsers(searchedLists, users) || isForBrowsingOnly(users)), priority: 2 },
  { name: part("game", isForGamesOnly), priority: 1 },
  { name: "selects", test: /\/ui\/select\.tsx$/ },
  { name: part("account", isSharedByAccounts), priority: 1 },
];

/** Takes the modules whose users are such, and others by their ids. */
function part(name: string, isFor: (users: string[], modules: Modules) => boolean, others?: RegExp) {
  return (id: string, modules: Modules) =>
    others?.test(id) || (!panelOnly.test(id) && isFor(usersOf(id, modules), modules)) ? name : null;
}

function isForEveryPage(users: string[], modules: Modules): boolean {
  if (users.some((user) => modules.getModuleInfo(user)?.isEntry)) return true;
  return areUsers([...lists, ...game], users);
}

/** Whether all of the pages are among the users. */
function areUsers(pages: string[], users: string[]): boolean {
  return pages.every((page) => users.some((user) => user.includes(page)));
}

function isForBrowsingOnly(users: string[]): boolean {
  const pages = users.filter((user) => user.includes("/routes/"));
  return pages.length > 0 && pages.every((user) => user.includes("/routes/_main.games.index.tsx?"));
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
