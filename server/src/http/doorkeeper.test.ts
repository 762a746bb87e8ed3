import { expect, test } from "vitest";
import { createDoorkeeper } from "./doorkeeper.ts";

test("what was asked for before is known, until many others were asked for", () => {
  const wasAsked = createDoorkeeper(8);
  expect(wasAsked("first")).toBe(false);
  expect(wasAsked("first")).toBe(true);
  for (let key = 0; key < 4; key++) wasAsked(`${key}`);
  expect(wasAsked("first")).toBe(true);
  for (let key = 4; key < 12; key++) wasAsked(`${key}`);
  expect(wasAsked("first")).toBe(false);
});
