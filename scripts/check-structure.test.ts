import { describe, expect, test } from "vitest";
import { findProblems } from "./check-structure.ts";

type Files = Record<string, string>;

const problemsOf = (files: Files) => findProblems(new Map(Object.entries(files)));
const imports = (specifier: string) => `import { thing } from "${specifier}";\nthing();\n`;

test("a house in order has no problems", () => {
  const files = {
    "contract/src/games/api.ts": imports("zod") + imports("../money.ts"),
    "server/src/games/table.ts": imports("../prices/table.ts") + imports("drizzle-orm/pg-core"),
    "server/src/games/queries.ts":
      imports("./table.ts") + imports("../prices/queries.ts") + imports("contract/money.ts"),
    "server/src/games/commands.ts": imports("./queries.ts") + imports("../audit/commands.ts"),
    "server/src/games/routes.ts": imports("./queries.ts") + imports("../http/bind.ts"),
    "server/src/games/snapshot/title-index.ts": imports("../queries.ts"),
    "server/src/retailers/routes.ts": `import type { Catalogue } from "../games/snapshot.ts";\n`,
    "server/src/app.ts": imports("./health/routes.ts"),
    "server/src/app/site.ts": imports("../games/routes.ts"),
    "web/src/ui/button.tsx": imports("react") + imports("./icon.tsx"),
    "web/src/games/game-card.tsx": imports("../ui/button.tsx") + imports("../prices/price.tsx"),
    "web/src/routes/games.index.tsx": imports("../games/browse-page.tsx"),
    "web/src/routeTree.gen.ts": imports("./routes/games.index.tsx"),
    "server/src/games/queries.test.ts": imports("../wishlist/commands.ts"),
  };
  expect(problemsOf(files)).toEqual([]);
});

const refused: [what: string, files: Files, words: string][] = [
  ["the contract and Node", { "contract/src/money.ts": imports("node:fs") }, "may not import node:fs"],
  ["the contract and the server", { "contract/src/money.ts": imports("../../server/src/env.ts") }, "contract knows"],
  ["the browser and the server", { "web/src/api.ts": imports("../../server/src/env.ts") }, "nothing of the server"],
  ["the server and the pages", { "server/src/app.ts": imports("../../web/src/router.tsx") }, "built pages only"],
  ["infrastructure and a feature", { "server/src/http/bind.ts": imports("../games/queries.ts") }, "knows none of them"],
  ["a table and queries", { "server/src/games/table.ts": imports("../prices/queries.ts") }, "out of its reach"],
  ["queries and commands", { "server/src/games/queries.ts": imports("../prices/commands.ts") }, "out of its reach"],
  ["another's presenter", { "server/src/wishlist/queries.ts": imports("../games/present.ts") }, "out of its reach"],
  ["another's own file", { "server/src/games/queries.ts": imports("../accounts/token.ts") }, "out of its reach"],
  ["a route and another feature", { "server/src/games/routes.ts": imports("../prices/queries.ts") }, "its own feature"],
  ["routes mounted elsewhere", { "server/src/main.ts": imports("./games/routes.ts") }, "only app.ts"],
  ["ui and a query", { "web/src/ui/button.tsx": imports("@tanstack/react-query") }, "no query"],
  ["ui and a feature", { "web/src/ui/button.tsx": imports("../games/game-card.tsx") }, "no feature"],
  ["a feature and a route", { "web/src/games/page.tsx": `const page = import("../routes/about.tsx");` }, "the router"],
  ["a name off the list", { "server/src/games/repository.ts": "" }, "closed list"],
  ["an empty name", { "web/src/games/utils.ts": "" }, "by what it holds"],
  ["an index", { "contract/src/games/index.ts": "" }, "by what it holds"],
  ["camel case", { "web/src/games/gameCard.tsx": "" }, "kebab-case"],
  ["a barrel", { "web/src/ui/all.ts": `// all\nexport * from "./a.ts";\nexport { b } from "./b.ts";\n` }, "a barrel"],
  ["an impatient wait", { "server/src/a/a.test.ts": "await vi.waitFor(() => b());" }, "eventually.ts"],
  ["an import without ending", { "web/src/games/page.tsx": imports("./card") }, "with its file's ending"],
  [
    "a circle of tables",
    { "server/src/a/table.ts": imports("../b/table.ts"), "server/src/b/table.ts": imports("../a/table.ts") },
    "A circle of tables of features: a → b → a",
  ],
  [
    "a circle of commands",
    {
      "server/src/a/commands.ts": imports("../b/commands.ts"),
      "server/src/b/commands.ts": imports("../c/commands.ts"),
      "server/src/c/commands-more.ts": imports("../a/commands.ts"),
    },
    "A circle of commands of features: a → b → c → a",
  ],
  [
    "a circle of files",
    { "web/src/games/a.tsx": imports("../prices/b.tsx"), "web/src/prices/b.tsx": imports("../games/a.tsx") },
    "A circle of files of web",
  ],
];

describe("refused", () => {
  test.each(refused)("%s", (_, files, words) => {
    const problems = problemsOf(files);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(words);
  });
});

test("circles of types alone are fine: nothing of them is left when the code runs", () => {
  const files = {
    "web/src/games/a.tsx": imports("../prices/b.tsx"),
    "web/src/prices/b.tsx": `import type { A } from "../games/a.tsx";\nexport type B = A;\n`,
  };
  expect(problemsOf(files)).toEqual([]);
});
