import type { Call } from "contract/core/call.ts";
import { expect, test } from "vitest";
import type { OnTags } from "../platform/http/bind.ts";
import { createTestContent } from "../test/content.ts";
import { rememberRepeated } from "./repeated-calls.ts";

const content = createTestContent();
const calls: string[] = [];
/** Answers with an object of its own each time. */
const callsOf =
  (onTags: OnTags): Call =>
  async (route) => {
    calls.push(route);
    onTags(["strings"]);
    return { number: calls.length } as never;
  };
const callsOfPage = rememberRepeated(content, callsOf);

test("a call of every page runs once until its data changes, and each page knows its version", async () => {
  const shown: string[] = [];
  const call = callsOfPage((keys) => shown.push(...keys));
  const first = await call("GET /api/content/strings", {});
  expect(await callsOfPage((keys) => shown.push(...keys))("GET /api/content/strings", {})).toBe(first);
  expect([calls, shown]).toEqual([["GET /api/content/strings"], ["strings", "strings"]]);
  content.change("strings");
  expect(await call("GET /api/content/strings", {})).not.toBe(first);
});

test("a result from before a change is requested again", async () => {
  const overtaken = rememberRepeated(content, (onTags) => async () => {
    onTags(["strings"]);
    content.change("strings");
    return {} as never;
  })(() => {});
  expect(await overtaken("GET /api/site", {})).not.toBe(await overtaken("GET /api/site", {}));
});

test("calls with an input are made for each page", async () => {
  const call = callsOfPage(() => {});
  const readGame = () => call("GET /api/games/{id}", { params: { id: 1 } });
  expect(await readGame()).not.toBe(await readGame());
});
