import { describe, expect, test } from "vitest";
import { findProblems, serverFeatures } from "./check-structure.ts";

type Files = Record<string, string>;

/** The features of the examples below; the list names what they import, unless that is the example. */
const problemsOf = (files: Files, features: Record<string, string[]> = {}) =>
  findProblems(new Map(Object.entries(files)), { ...noNeighbours, ...features });
const noNeighbours = {
  audit: [],
  accounts: [],
  games: [],
  prices: [],
  wishlist: [],
  retailers: [],
  a: [],
  b: [],
  c: [],
};
const imports = (specifier: string) => `import { thing } from "${specifier}";\nthing();\n`;
const feature = "server/src/features";
const webFeature = "web/src/features";

test("code that follows the rules has no problems", () => {
  const files = {
    "contract/src/games/api.ts": imports("zod") + imports("../core/money.ts"),
    [`${feature}/games/table.ts`]: imports("../../platform/db/drizzle.ts"),
    [`${feature}/prices/table.ts`]: imports("../games/table.ts"),
    [`${feature}/games/queries.ts`]: imports("./table.ts") + imports("contract/core/money.ts"),
    [`${feature}/games/commands.ts`]: imports("./queries.ts") + imports("../audit/commands.ts"),
    [`${feature}/games/routes.ts`]: imports("./queries.ts") + imports("../../platform/http/bind.ts"),
    [`${feature}/games/read-model/titles.ts`]: imports("../queries.ts"),
    [`${feature}/accounts/passwords/password.ts`]: imports("../../../platform/process/semaphore.ts"),
    [`${feature}/retailers/routes.ts`]: `import type { GameIndex } from "../games/read-model/game-index.ts";\n`,
    "server/src/app/site.ts": imports("../features/games/routes.ts"),
    "web/src/ui/button.tsx": imports("react") + imports("./icon.tsx"),
    [`${webFeature}/games/list/game-card.tsx`]: imports("../../../ui/button.tsx") + imports("../../prices/price.tsx"),
    "web/src/routes/games.index.tsx": imports("../features/games/list/browse-page.tsx"),
    "web/src/app/route-tree.gen.ts": imports("../routes/games.index.tsx"),
    [`${feature}/games/queries.test.ts`]: imports("../wishlist/commands.ts"),
  };
  expect(problemsOf(files, { games: ["audit"], prices: ["games"], retailers: ["games"] })).toEqual([]);
});

const rejected: [what: string, files: Files, message: string, features?: Record<string, string[]>][] = [
  [
    "a second copy of Drizzle",
    { [`${feature}/games/table.ts`]: imports("drizzle-orm/pg-core") },
    "import Drizzle from server/src/platform/db/drizzle.ts",
  ],
  ["a Node import in the contract", { "contract/src/core/money.ts": imports("node:fs") }, "may not import node:fs"],
  [
    "a server import in the contract",
    { "contract/src/core/money.ts": imports("../../../server/src/app/main.ts") },
    "the contract imports only zod and itself",
  ],
  [
    "a server import in web",
    { "web/src/api/call.ts": imports("../../../server/src/app/main.ts") },
    "share only the contract",
  ],
  [
    "a web import in the server",
    { "server/src/app/app.ts": imports("../../../web/src/app/router.ts") },
    "share only the contract",
  ],
  [
    "a feature import in the platform",
    { "server/src/platform/http/bind.ts": imports("../../features/games/queries.ts") },
    "platform imports only platform",
  ],
  [
    "an app import in a server feature",
    { [`${feature}/games/queries.ts`]: imports("../../app/site.ts") },
    "features imports only platform, features",
  ],
  [
    "queries of another feature in a table",
    { [`${feature}/prices/table.ts`]: imports("../games/queries.ts") },
    "that layer is private",
    { prices: ["games"] },
  ],
  [
    "commands of another feature in queries",
    { [`${feature}/prices/queries.ts`]: imports("../games/commands.ts") },
    "that layer is private",
    { prices: ["games"] },
  ],
  [
    "the presenter of another feature",
    { [`${feature}/wishlist/queries.ts`]: imports("../games/present.ts") },
    "that layer is private",
    { wishlist: ["games"] },
  ],
  [
    "a private file of another feature",
    { [`${feature}/games/queries.ts`]: imports("../accounts/passwords/password.ts") },
    "that layer is private",
    { games: ["accounts"] },
  ],
  [
    "another feature in a route",
    { [`${feature}/prices/routes.ts`]: imports("../games/queries.ts") },
    "only its own feature",
    { prices: ["games"] },
  ],
  [
    "routes mounted outside app",
    { "server/src/cli/main.ts": imports("../features/games/routes.ts") },
    "only app mounts routes",
  ],
  ["a query in ui", { "web/src/ui/button.tsx": imports("@tanstack/react-query") }, "no query"],
  [
    "a feature import in ui",
    { "web/src/ui/button.tsx": imports("../features/games/game-link.tsx") },
    "ui imports only ui",
  ],
  [
    "a layout import in a web feature",
    { [`${webFeature}/games/page.tsx`]: imports("../../layouts/site-header.tsx") },
    "features imports",
  ],
  [
    "a route import in a web feature",
    { [`${webFeature}/games/page.tsx`]: `const page = import("../../routes/about.tsx");` },
    "features imports",
  ],
  ["a server file name that is not on the list", { [`${feature}/games/repository.ts`]: "" }, "closed list"],
  ["a vague name", { [`${webFeature}/games/utils.ts`]: "" }, "states its contents"],
  ["an index", { "contract/src/games/index.ts": "" }, "states its contents"],
  ["camel case", { [`${webFeature}/games/gameCard.tsx`]: "" }, "kebab-case"],
  ["a barrel", { "web/src/ui/all.ts": `// all\nexport * from "./a.ts";\nexport { b } from "./b.ts";\n` }, "a barrel"],
  [
    "a wait with a timeout of one second",
    { "server/src/app/a.test.ts": "await vi.waitFor(() => b());" },
    "eventually.ts",
  ],
  ["a link that leaves a base path out", { "web/src/ui/a.tsx": '<a href="/games">All</a>' }, "withBase"],
  ["a computed one", { [`${webFeature}/games/a.tsx`]: "<img src={`/images/1`} />" }, "withBase"],
  [
    "an import without a file extension",
    { [`${webFeature}/games/page.tsx`]: imports("./card") },
    "with its file extension",
  ],
  [
    "a neighbour that is not on the list",
    { [`${feature}/games/queries.ts`]: imports("../audit/queries.ts") },
    "games does not know audit",
  ],
  [
    "a table of a neighbour that is not on the list",
    { [`${feature}/games/table.ts`]: imports("../prices/table.ts") },
    "games does not know prices",
  ],
  [
    "the type of a neighbour that is not on the list",
    { [`${feature}/games/present.ts`]: `import type { Offer } from "../prices/queries.ts";\n` },
    "games does not know prices",
  ],
  [
    "a neighbour above on the list, which would make a circle",
    { [`${feature}/games/queries.ts`]: imports("../prices/table.ts") },
    "games may not import prices, which is not below it",
    { games: ["prices"] },
  ],
  ["a feature that knows itself", {}, "games may not import games", { games: ["games"] }],
  ["an unknown feature on the list", {}, "games may not import shops", { games: ["shops"] }],
  ["a feature on the list that is not imported", {}, "prices does not import games", { prices: ["games"] }],
  ["a feature that is not on the list", { [`${feature}/d/queries.ts`]: imports("../a/table.ts") }, "add d to"],
  [
    "a cycle of web features",
    {
      [`${webFeature}/games/a.tsx`]: imports("../prices/b.tsx"),
      [`${webFeature}/prices/c.tsx`]: imports("../games/d.tsx"),
    },
    "A cycle of web features: games → prices → games",
  ],
  [
    "a cycle of files",
    { "web/src/page/a.tsx": imports("./b.tsx"), "web/src/page/b.tsx": imports("./a.tsx") },
    "A cycle of web files",
  ],
];

describe("rejects", () => {
  test.each(rejected)("%s", (_, files, message, features) => {
    const problems = problemsOf(files, features);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toContain(message);
  });
});

test("the list of the server's features has no circle", () => {
  const order = Object.keys(serverFeatures);
  for (const [place, feature] of order.entries())
    for (const other of serverFeatures[feature]!)
      expect(order.slice(0, place), `${feature} → ${other}`).toContain(other);
});

test("a cycle of type imports is accepted, because they do not exist at run time", () => {
  const files = {
    "web/src/page/a.tsx": imports("./b.tsx"),
    "web/src/page/b.tsx": `import type { A } from "./a.tsx";\nexport type B = A;\n`,
  };
  expect(problemsOf(files)).toEqual([]);
});
