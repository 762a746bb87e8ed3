import type { SiteConfig } from "contract/site-config/schema.ts";
import { expect, test } from "vitest";
import { categoriesOf, findConfigs } from "./config-tab.tsx";

const setting = (key: string, category: string, description: string | null = null): SiteConfig => ({
  id: 1,
  key,
  type: "string",
  value: "",
  category,
  description,
  required: false,
  version: 1,
  last_modified: null,
});

const configs = [
  setting("site.name", "site"),
  setting("contact.email", "contact", "Address shown on the contact page"),
  setting("contact.chat", "contact"),
];
const keys = (search: string, category = "") =>
  findConfigs(configs, search, category).map(([category, found]) => [category, ...found.map(({ key }) => key)]);

test("settings are grouped by category and sorted by key", () => {
  expect(keys("")).toEqual([
    ["contact", "contact.chat", "contact.email"],
    ["site", "site.name"],
  ]);
  expect(categoriesOf(configs)).toEqual(["contact", "site"]);
});

test.each([
  ["ADDRESS", "", [["contact", "contact.email"]]],
  ["page email", "", [["contact", "contact.email"]]],
  ["", "site", [["site", "site.name"]]],
  ["email", "site", []],
])("a search for %j in %j looks in key and description", (search, category, expected) => {
  expect(keys(search, category)).toEqual(expected);
});
