import { pages } from "contract/pages.ts";
import { expect, test } from "vitest";
import { getRouter } from "./router.ts";

test("every route is on the list of pages", () => {
  const router = getRouter({ call: () => Promise.reject(new Error("not called")) });
  const paths = Object.values(router.routesById)
    .filter(({ id, children }) => id !== "/$" && !children)
    .flatMap(({ fullPath }) => {
      const path = fullPath.replace(/(?<=.)\/$/, "").replace(/\$(\w+)/g, "{$1}");
      return path.includes("{-{") ? [path.replace(/\/\{-.*/, ""), path.replace(/\{-(\{\w+\})\}/, "$1")] : [path];
    });
  expect(paths).toContain("/games/{id}");
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
});
