import { expect, test } from "vitest";
import { PasskeyCancelled, PasskeyExists, rejectCancelled } from "./passkeys.ts";

const named = (name: string) => Object.assign(new Error("any"), { name });

test.each([
  ["NotAllowedError", PasskeyCancelled],
  ["AbortError", PasskeyCancelled],
  ["InvalidStateError", PasskeyExists],
  ["SecurityError", Error],
])("the browser's %s becomes the matching error", (name, expected) => {
  const error = named(name);
  expect(() => rejectCancelled(error)).toThrow(expected);
  if (expected === Error) expect(() => rejectCancelled(error)).toThrow(error);
});
