import { expect, test } from "vitest";
import { latestOnly } from "./latest-only.ts";

test("one value is sent at a time, and the latest one wins", async () => {
  const sent: string[] = [];
  let inFlight = 0;
  const { push, settled } = latestOnly<string>(async (value) => {
    expect(++inFlight).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    sent.push(value);
    inFlight--;
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

test("is settled with nothing to send", () => expect(latestOnly(async () => {}).settled()).resolves.toBeUndefined());
