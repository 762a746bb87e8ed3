// Checks file names and imports (ARCHITECTURE.md, "Who may import whom").
import { basename, posix } from "node:path";
import { readSources, report, type Sources } from "./sources.ts";

/** The folders of `src` that each folder of `src` may import. A folder that is not listed may import all. */
const allowedFolders: Record<string, Record<string, string[]>> = {
  server: {
    platform: ["platform"],
    render: ["platform", "render"],
    features: ["platform", "features"],
    cli: ["platform", "features", "cli", "app"],
  },
  web: {
    ui: ["ui"],
    api: ["api"],
    page: ["ui", "api", "page"],
    features: ["ui", "api", "page", "features"],
    layouts: ["ui", "api", "page", "features", "layouts"],
    routes: ["ui", "api", "page", "features", "layouts", "app"],
  },
};

/**
 * The features of the server, lowest first, each with those that it may import, tables included: only lower ones, so
 * that neighbours know each other in one direction.
 */
export const serverFeatures: Features = {
  users: [],
  audit: ["users"],
  "site-config": ["audit"],
  "content-strings": ["users", "audit"],
  contact: ["users", "audit"],
  stores: ["audit"],
  markets: ["audit", "stores"],
  "my-stores": ["users", "stores"],
  games: ["my-stores"],
  prices: ["users", "audit", "contact", "stores", "markets", "my-stores", "games"],
  bundles: ["users", "audit", "stores", "games", "prices"],
  subscriptions: ["audit", "games", "prices"],
  vouchers: ["audit", "stores"],
  lists: ["users", "my-stores", "games", "prices"],
  library: ["users", "games", "prices", "lists"],
  notifications: ["users", "markets", "my-stores", "games", "prices", "lists", "bundles"],
  insights: ["stores", "games", "prices", "notifications"],
  accounts: ["users", "audit", "contact", "lists", "library", "notifications"],
  roles: ["users", "audit", "accounts"],
  images: [],
  feeds: [],
  mcp: [],
  imports: ["users", "audit", "site-config", "stores", "markets", "games", "prices"],
  "open-data": ["audit", "games", "prices", "imports"],
  catalogue: ["users", "audit", "games", "prices", "subscriptions", "notifications", "images", "imports"],
  setup: ["audit", "site-config", "stores", "markets"],
  dashboard: ["users", "site-config", "content-strings", "games", "prices"],
};

type Features = Record<string, readonly string[]>;

/** The layers of a server feature, by the beginning of the file's name, or else of its folder's name. */
const layers = {
  table: ["table"],
  read: ["queries", "present", "read-model", "policy", "sources"],
  write: ["commands", "seed", "import", "export", "generate", "jobs"],
  route: ["routes", "admin-routes"],
} as const;

/**
 * The layers of other features that each layer may import. `own` files have no layer and are private to their feature.
 */
const allowedLayers: Record<Layer, Layer[]> = {
  table: ["table"],
  read: ["table", "read"],
  write: ["table", "read", "write"],
  route: [],
  own: ["table", "read"],
};

type Layer = keyof typeof layers | "own";

const vagueNames = /^(index|utils?|helpers?|types?|services?|managers?|common|misc)$/;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.[a-z]+$/;

interface Import {
  from: string;
  /** The path of a file of the repository, or the specifier of a library. */
  to: string;
  typeOnly: boolean;
}

/** One line for each violation. */
export function findProblems(sources: Sources, features = serverFeatures): string[] {
  const imports = [...sources].flatMap(([path, text]) => importsOf(path, text));
  const ruled = imports.filter(({ from }) => !isTest(from));
  return [
    ...[...sources.keys()].flatMap(checkName),
    ...[...sources].flatMap(([path, text]) => checkBarrel(path, text)),
    ...[...sources].flatMap(([path, text]) => checkWait(path, text)),
    ...[...sources].flatMap(([path, text]) => checkAddresses(path, text)),
    ...imports.flatMap(checkExtension),
    ...imports.flatMap(checkDrizzle),
    ...ruled.flatMap((one) => checkImport(one).map((reason) => `${one.from}: may not import ${one.to}: ${reason}`)),
    ...checkFeatures(features, ruled),
    ...findCycles("web features", webFeatureEdges(ruled)),
    ...findCycles("web files", fileEdges(ruled)),
  ];
}

function checkName(path: string): string[] {
  const name = basename(path);
  // Routes are named by their addresses; generated files and type declarations by tools.
  if (path.startsWith("web/src/routes/") || /\.(gen|d)\.ts$/.test(path)) return [];
  if (!kebabCase.test(name)) return [`${path}: name it in kebab-case`];
  if (vagueNames.test(name.split(".")[0] ?? "")) return [`${path}: use a name that states its contents`];
  const { feature, layer } = placeOnServer(path);
  if (feature && !layer && !isTest(path))
    return [`${path}: not a name on the closed list (table, queries, commands, …)`];
  return [];
}

function checkBarrel(path: string, text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").trim();
  const isBarrel =
    code !== "" && code.replaceAll(/export\s+(type\s+)?(\*|\{[^}]*\})[^;]*from\s*"[^"]*";?/g, "").trim() === "";
  return isBarrel ? [`${path}: a barrel; import from the original files`] : [];
}

/** `vi.waitFor` times out after a second, which is too short on a busy machine. */
function checkWait(path: string, text: string): string[] {
  const isShort = /\bvi\.wait(For|Until)\(/.test(text) && path !== "server/src/test/eventually.ts";
  return isShort ? [`${path}: wait with server/src/test/eventually.ts or expect.poll`] : [];
}

/** At a path in PUBLIC_URL the address would be another site's. */
function checkAddresses(path: string, text: string): string[] {
  const isBare =
    path.startsWith("web/src/") && /\b(?:(?:href|src|action|srcSet)=(?:"|\{["`])|fetch\(["`])\//.test(text);
  return isBare ? [`${path}: write addresses of the site with withBase, useAddress or PathLink`] : [];
}

function checkExtension({ from, to }: Import): string[] {
  return to.startsWith("?") ? [`${from}: import "${to.slice(1)}" with its file extension`] : [];
}

/** One import would load all of Drizzle a second time. */
function checkDrizzle({ from, to }: Import): string[] {
  const only = "server/src/platform/db/drizzle.ts";
  return to.startsWith("drizzle-orm") && from !== only ? [`${from}: import Drizzle from ${only}`] : [];
}

/** The reason why the import is not allowed, or nothing. */
function checkImport({ from, to, typeOnly }: Import): string[] {
  const [here, there] = [placeOf(from), placeOf(to)];
  if (here.workspace === "contract") {
    return allowed(there.workspace === "contract" || to === "zod", "the contract imports only zod and itself");
  }
  if (!there.workspace || there.workspace === "contract") {
    const usesRouter = from.startsWith("web/src/ui/") && to.startsWith("@tanstack/");
    return allowed(!usesRouter, "ui uses no route and no query");
  }
  if (here.workspace !== there.workspace) return ["server and web share only the contract"];
  const folders = allowedFolders[here.workspace]?.[here.folder];
  if (folders && !folders.includes(there.folder)) return [`${here.folder} imports only ${folders.join(", ")}`];
  return here.workspace === "server" ? checkLayers({ from, to, typeOnly }) : [];
}

function checkLayers({ from, to, typeOnly }: Import): string[] {
  const [here, there] = [placeOnServer(from), placeOnServer(to)];
  if (!there.feature || !there.layer || here.feature === there.feature) return [];
  if (!here.feature || !here.layer) {
    const isApp = placeOf(from).folder === "app";
    return allowed(isApp || there.layer !== "route", "only app mounts routes");
  }
  const isForeignPresenter = there.layer === "read" && basename(to).startsWith("present");
  // Routes receive read models as arguments and need their types.
  const isDependency = here.layer === "route" && typeOnly && there.layer === "read";
  const isAllowed = isDependency || (allowedLayers[here.layer].includes(there.layer) && !isForeignPresenter);
  return allowed(isAllowed, here.layer === "route" ? "a route uses only its own feature" : "that layer is private");
}

/** Imports between features of the server follow the list, and the list has no more than is imported. */
function checkFeatures(features: Features, imports: Import[]): string[] {
  const order = Object.keys(features);
  const upward = order.flatMap((feature, place) =>
    features[feature]!.filter((other) => !order.slice(0, place).includes(other)).map(
      (other) => `scripts/check-structure.ts: ${feature} may not import ${other}, which is not below it`,
    ),
  );
  const used = new Set<string>();
  const unlisted = imports.flatMap(({ from, to }) => {
    const [here, there] = [placeOf(from), placeOf(to)];
    if (here.workspace !== "server" || there.workspace !== "server" || !here.feature || !there.feature) return [];
    if (!features[here.feature]) return [`${from}: add ${here.feature} to serverFeatures`];
    if (here.feature === there.feature) return [];
    used.add(`${here.feature} ${there.feature}`);
    const isListed = features[here.feature]!.includes(there.feature);
    return allowed(isListed, `${from}: may not import ${to}: ${here.feature} does not know ${there.feature}`);
  });
  const stale = order.flatMap((feature) =>
    features[feature]!.filter((other) => !used.has(`${feature} ${other}`)).map(
      (other) => `scripts/check-structure.ts: ${feature} does not import ${other}: take it off the list`,
    ),
  );
  return [...upward, ...unlisted, ...stale];
}

/** `server/src/features/games/table.ts`: workspace `server`, folder `features`, feature `games`. */
function placeOf(path: string): { workspace: string | null; folder: string; feature: string | null } {
  if (!/^(contract|server|web)\//.test(path)) return { workspace: null, folder: "", feature: null };
  const [workspace, , folder = "", feature = ""] = path.split("/");
  return { workspace: workspace ?? null, folder, feature: folder === "features" ? feature : null };
}

function allowed(isAllowed: boolean, reason: string): string[] {
  return isAllowed ? [] : [reason];
}

/** The feature and the layer of a server file; nulls where it has none. */
function placeOnServer(path: string): { feature: string | null; layer: Layer | null } {
  const { workspace, feature } = placeOf(path);
  if (workspace !== "server" || !feature) return { feature: null, layer: null };
  const [name = "", folder] = path.split("/").slice(4).reverse();
  return { feature, layer: layerOf(name) ?? (folder ? (layerOf(folder) ?? "own") : null) };
}

function layerOf(name: string): Layer | undefined {
  const stem = name.split(".")[0]!;
  const isFirstOf = (word: string) => stem === word || stem.startsWith(`${word}-`);
  return (Object.keys(layers) as (keyof typeof layers)[]).find((layer) => layers[layer].some(isFirstOf));
}

function importsOf(from: string, text: string): Import[] {
  const statements = /^\s*(?:import|export)\s+(type\s)?(?:[\w\s*{},$]+\sfrom\s*)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
  return [...text.matchAll(statements)].map(([, type, fixed, dynamic]) => ({
    from,
    to: resolve(from, fixed ?? dynamic ?? ""),
    typeOnly: type !== undefined,
  }));
}

/** A leading `?` marks a path of the repository without a file extension. */
function resolve(from: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, "");
  const isLibrary = !path.startsWith(".") && !path.startsWith("contract/");
  if (isLibrary) return path;
  if (!/\.[a-z]+$/.test(path)) return `?${path}`;
  return path.startsWith(".") ? posix.join(posix.dirname(from), path) : path.replace("contract/", "contract/src/");
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith("server/src/test/");
}

type Edge = [from: string, to: string];

function webFeatureEdges(imports: Import[]): Edge[] {
  return imports.flatMap(({ from, to }): Edge[] => {
    const [here, there] = [placeOf(from), placeOf(to)];
    const counts = here.workspace === "web" && there.workspace === "web" && here.feature !== there.feature;
    return counts && here.feature && there.feature ? [[here.feature, there.feature]] : [];
  });
}

function fileEdges(imports: Import[]): Edge[] {
  return imports
    .filter(({ from, to, typeOnly }) => !typeOnly && from.startsWith("web/") && to.startsWith("web/"))
    .map(({ from, to }) => [from, to]);
}

function findCycles(what: string, edges: Edge[]): string[] {
  const next = Map.groupBy(edges, ([from]) => from);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (at: string, path: string[]) => {
    if (path.includes(at)) found.push(`A cycle of ${what}: ${[...path.slice(path.indexOf(at)), at].join(" → ")}`);
    if (done.has(at)) return;
    done.add(at);
    for (const [, to] of next.get(at) ?? []) visit(to, [...path, at]);
  };
  for (const start of next.keys()) visit(start, []);
  return [...new Set(found)];
}

if (import.meta.main) report(findProblems(readSources("{contract,server,web}/src/**/*.{ts,tsx}")));
