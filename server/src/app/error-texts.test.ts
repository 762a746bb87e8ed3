import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { accountProblems } from "contract/accounts/rules.ts";
import { errorTexts } from "contract/content-strings/defaults/personal/error.ts";
import { expect, test } from "vitest";

/** The features whose errors members read on pages. */
const features = ["accounts", "library", "lists", "my-stores", "notifications"];

/** Beginnings of errors that pages prevent, or have a text of their own for. */
const unseen = [
  "Channel not found",
  "List item not found",
  "List not found",
  "Not a key of a browser",
  "Not found",
  "Not in your wishlist",
  "Not on this list",
  "Rule not found",
  "The site does not have this language",
  // the two reasons have texts
  "The table cannot be read: ",
  "This API key is revoked or unknown",
  "This browser did not start that sign-in",
  "This game is not on the list",
  "This is not a gift list",
  "This link is not valid",
  "This list isn't shared, or no longer",
  "This site cannot ask Steam",
  "This site has no Telegram bot",
  "What friends give stays hidden from the owner",
  "Wishlist item not found",
  "You have no such channel",
  "You have no such list",
  "Your roles do not allow the scope ",
];

test("what members' calls say is wrong has a text that pages show in other languages", async () => {
  const known = new Set<string>([...Object.values(errorTexts), ...Object.values(accountProblems)]);
  const found: string[] = [];
  const without: string[] = [];
  for (const feature of features) {
    const folder = new URL(`../features/${feature}/`, import.meta.url).pathname;
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith(".ts") || name.includes(".test.") || name.includes("admin-routes")) continue;
      const source = await readFile(join(folder, name), "utf8");
      // in the call, in a detail, or named before
      for (const [, message] of source.matchAll(
        /(?:AppError\(\s*"\w+",\s*|\bmsg[:=] ?|\bmsg = )["'`]([A-Z][^"`]*)["'`]/g,
      )) {
        found.push(message!);
        const hasText = known.has(message!) || unseen.some((start) => message!.startsWith(start));
        if (!hasText) without.push(`${feature}/${name}: ${message}`);
      }
    }
  }
  expect(found.length).toBeGreaterThan(30);
  expect(without).toEqual([]);
});
