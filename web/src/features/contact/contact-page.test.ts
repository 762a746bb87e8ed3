import { expect, test } from "vitest";
import { readDraft } from "./contact-page.tsx";

test("an address prefills subject and message, truncated to their maximum lengths", () => {
  expect(readDraft({ subject: "s".repeat(201), message: "Hello" })).toEqual({
    subject: "s".repeat(200),
    message: "Hello",
    report: undefined,
  });
  expect(readDraft({ subject: ["a"], message: 1 })).toEqual({ subject: "", message: "", report: undefined });
});

test.each([
  ["12.US.steam", { game: 12, country: "US", store: "steam" }],
  ["12.us.steam", undefined],
  ["12.US.", undefined],
  ["x.US.steam", undefined],
  ["12.US.<b>", undefined],
  [undefined, undefined],
])("the report %j is %j", (report, offer) => expect(readDraft({ report }).report).toEqual(offer));
