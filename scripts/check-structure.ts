// Keeps the house in order: which files there may be, and who may import whom (ARCHITECTURE.md, "Who may import whom").
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Path from the repository's root, with slashes, to the file's text. */
export type Sources = Map<string, string>;

const infrastructure = ["backup", "db", "files", "http", "jobs", "mail", "observability", "outgoing"];

/** Layers of a feature on the server, by the first word of a file's or folder's name. */
const layers = {
  table: ["table"],
  read: ["queries", "present", "snapshot", "policy"],
  write: ["commands", "seed", "import", "export", "generate", "jobs"],
  route: ["routes", "admin-routes"],
} as const;

type Layer = keyof typeof layers | "own";

/** Names beyond the closed list that a feature needs for what is its very own; nobody else may import these. */
const ownNames: Record<string, string[]> = {
  accounts: ["token", "password", "provider"],
  "api-docs": ["openapi"],
  games: ["sample"],
  images: ["cover", "picture", "source", "store", "fetch", "address"],
  prices: ["sources", "matching"],
};

const emptyNames = /^(index|utils?|helpers?|types?|services?|managers?|common|misc)$/;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.[a-z]+$/;

interface Import {
  from: string;
  /** A file of ours by its path, or a library's specifier. */
  to: string;
  typeOnly: boolean;
}

/** Everything that breaks the rules, one line each; empty when the house is in order. */
export function findProblems(sources: Sources): string[] {
  const imports = [...sources].flatMap(([path, text]) => importsOf(path, text));
  const ruled = imports.filter(({ from }) => !isTest(from));
  return [
    ...[...sources.keys()].flatMap(checkName),
    ...[...sources].flatMap(([path, text]) => checkBarrel(path, text)),
    ...[...sources].flatMap(([path, text]) => checkPatience(path, text)),
    ...imports.flatMap(checkSpelling),
    ...ruled.flatMap((one) => checkImport(one).map((why) => `${one.from}: may not import ${one.to}: ${why}`)),
    ...findCircles("tables of features", featureEdges(ruled, "table")),
    ...findCircles("commands of features", featureEdges(ruled, "write")),
    ...findCircles("files of web", fileEdges(ruled)),
  ];
}

function checkName(path: string): string[] {
  const name = basename(path);
  // Names of route files are addresses, those of generated files and of a library's types are not ours.
  if (path.startsWith("web/src/routes/") || /\.(gen|d)\.ts$/.test(path)) return [];
  if (!kebabCase.test(name)) return [`${path}: name it in kebab-case`];
  if (emptyNames.test(name.split(".")[0] ?? "")) return [`${path}: name it by what it holds`];
  const { feature, layer } = placeOnServer(path);
  if (feature && !layer && !isTest(path))
    return [`${path}: not a name of the closed list (table, queries, commands, …)`];
  return [];
}

function checkBarrel(path: string, text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").trim();
  const onlyPassesOn =
    code !== "" && code.replaceAll(/export\s+(type\s+)?(\*|\{[^}]*\})[^;]*from\s*"[^"]*";?/g, "").trim() === "";
  return onlyPassesOn ? [`${path}: a barrel; import what it passes on directly`] : [];
}

/** Vitest's own ways to wait give up after a second, which a busy machine may need for anything. */
function checkPatience(path: string, text: string): string[] {
  const isImpatient = /\bvi\.wait(For|Until)\(/.test(text) && path !== "server/src/test/eventually.ts";
  return isImpatient ? [`${path}: wait by server/src/test/eventually.ts or expect.poll`] : [];
}

function checkSpelling({ from, to }: Import): string[] {
  return to.startsWith("?") ? [`${from}: write "${to.slice(1)}" with its file's ending`] : [];
}

/** Why the import is against the rules; empty when it is not. */
function checkImport({ from, to, typeOnly }: Import): string[] {
  const [workspace, , folder = ""] = from.split("/");
  if (workspace === "contract")
    return allowed(to.startsWith("contract/") || to === "zod", "contract knows zod and itself");
  if (workspace === "web") return checkWebImport(from, folder, to);
  if (to.startsWith("web/")) return ["the server knows the built pages only"];
  if (!to.startsWith("server/")) return [];
  return checkServerImport({ from, to, typeOnly }, folder);
}

function checkWebImport(from: string, folder: string, to: string): string[] {
  if (to.startsWith("server/")) return ["the browser knows nothing of the server"];
  if (folder === "ui") {
    const fine = to.startsWith("web/src/ui/") || (isLibrary(to) && !to.startsWith("@tanstack/"));
    return allowed(fine, "ui knows no route, no query and no feature");
  }
  const isRouter = from.endsWith(".gen.ts") || from.startsWith("web/src/routes/");
  return allowed(isRouter || !to.startsWith("web/src/routes/"), "nothing but the router imports a route");
}

function checkServerImport({ from, to, typeOnly }: Import, folder: string): string[] {
  const target = placeOnServer(to);
  if (target.layer === "route" && placeOnServer(from).feature !== target.feature) {
    const puts = from === "server/src/app.ts" || from.startsWith("server/src/app/");
    return allowed(puts, "only app.ts, and the parts that it is put together from in app/, mount routes");
  }
  if (infrastructure.includes(folder) || folder === "render") {
    return allowed(!target.feature, "what all features stand on knows none of them");
  }
  const { feature, layer } = placeOnServer(from);
  if (!feature || !layer || !target.feature || !target.layer || feature === target.feature) return [];
  const reach: Record<Layer, Layer[]> = {
    table: ["table"],
    read: ["table", "read"],
    write: ["table", "read", "write"],
    route: [],
    own: ["table", "read"],
  };
  const isForeignPresenter = target.layer === "read" && /\/present/.test(to);
  // A route is given what it needs of others, and has to name its type.
  const isGiven = layer === "route" && typeOnly && target.layer === "read";
  const fine = isGiven || (reach[layer].includes(target.layer) && !isForeignPresenter);
  return allowed(fine, layer === "route" ? "a route knows its own feature" : "that layer is out of its reach");
}

function allowed(fine: boolean, why: string): string[] {
  return fine ? [] : [why];
}

/** Which feature a file of the server belongs to, and in which layer it stands; nulls where it has none. */
function placeOnServer(path: string): { feature: string | null; layer: Layer | null } {
  const [workspace, , feature = "", ...rest] = path.split("/");
  const isFeature =
    workspace === "server" && rest.length > 0 && ![...infrastructure, "app", "render", "cli", "test"].includes(feature);
  if (!isFeature) return { feature: null, layer: null };
  const name = (rest[0] ?? "").split(".")[0] ?? "";
  const named = (word: string) => name === word || name.startsWith(`${word}-`);
  const layer = (Object.keys(layers) as (keyof typeof layers)[]).find((layer) => layers[layer].some(named));
  return {
    feature,
    layer: layer ?? (ownNames[feature]?.some((word) => named(word) || named(`${word}s`)) ? "own" : null),
  };
}

function importsOf(from: string, text: string): Import[] {
  const statements = /^\s*(?:import|export)\s+(type\s)?(?:[\w\s*{},$]+\sfrom\s*)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
  return [...text.matchAll(statements)].map(([, type, fixed, dynamic]) => ({
    from,
    to: resolve(from, fixed ?? dynamic ?? ""),
    typeOnly: type !== undefined,
  }));
}

/** `?` marks a path of ours without an ending. */
function resolve(from: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, "");
  const isOurs = path.startsWith(".") || path.startsWith("contract/");
  if (!isOurs) return path;
  if (!/\.[a-z]+$/.test(path)) return `?${path}`;
  return path.startsWith(".") ? posix.join(posix.dirname(from), path) : path.replace("contract/", "contract/src/");
}

function isLibrary(to: string): boolean {
  return !/^(contract|server|web)\//.test(to);
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith("server/src/test/");
}

type Edge = [from: string, to: string];

function featureEdges(imports: Import[], wanted: Layer): Edge[] {
  return imports.flatMap(({ from, to }): Edge[] => {
    const [here, there] = [placeOnServer(from), placeOnServer(to)];
    const counts = here.layer === wanted && there.layer === wanted && here.feature !== there.feature;
    return counts && here.feature && there.feature ? [[here.feature, there.feature]] : [];
  });
}

function fileEdges(imports: Import[]): Edge[] {
  return imports
    .filter(({ from, to, typeOnly }) => !typeOnly && from.startsWith("web/") && to.startsWith("web/"))
    .map(({ from, to }) => [from, to]);
}

function findCircles(what: string, edges: Edge[]): string[] {
  const next = Map.groupBy(edges, ([from]) => from);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (at: string, way: string[]) => {
    if (way.includes(at)) found.push(`A circle of ${what}: ${[...way.slice(way.indexOf(at)), at].join(" → ")}`);
    if (done.has(at)) return;
    done.add(at);
    for (const [, to] of next.get(at) ?? []) visit(to, [...way, at]);
  };
  for (const start of next.keys()) visit(start, []);
  return found;
}

function readSources(root: string): Sources {
  const paths = ["contract", "server", "web"].flatMap((workspace) =>
    readdirSync(join(root, workspace, "src"), { recursive: true, encoding: "utf8" }).map(
      (path) => `${workspace}/src/${path.replaceAll("\\", "/")}`,
    ),
  );
  const code = paths.filter((path) => /\.tsx?$/.test(path));
  return new Map(code.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const problems = findProblems(readSources(fileURLToPath(new URL("..", import.meta.url))));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
