import { expect, test } from "vitest";
import { latestOnly } from "./latest-only.ts";

test("one value is on its way at a time, and the last one wins", async () => {
  const sent: string[] = [];
  let underWay = 0;
  const { push, settled } = latestOnly<string>(async (value) => {
    expect(++underWay).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    sent.push(value);
    underWay--;
  });
  push("first");
  push("skipped");
  push("second");
  await settled();
  expect(sent).toEqual(["first", "second"]);
  push("third");
  await settled();
  expect(sent).toEqual(["first", "second", "third"]);
});

test("with nothing to send it is settled", () => expect(latestOnly(async () => {}).settled()).resolves.toBeUndefined());
