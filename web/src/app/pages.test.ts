import { pages } from "contract/pages.ts";
import { expect, test } from "vitest";
import { getRouter } from "./router.ts";

test("the list of pages names every route, and nothing else", () => {
  const router = getRouter({ call: () => Promise.reject(new Error("not called")) });
  const paths = Object.values(router.routesById)
    .filter(({ id, children }) => id !== "/$" && !children)
    .flatMap(({ fullPath }) => {
      const path = fullPath.replace(/(?<=.)\/$/, "").replace(/\$(\w+)/g, "{$1}");
      return path.includes("{-{") ? [path.replace(/\/\{-.*/, ""), path.replace(/\{-(\{\w+\})\}/, "$1")] : [path];
    });
  expect(paths.toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
});
