import { errorText, errorTexts } from "contract/content-strings/defaults/personal/error.ts";
import { ruleValueProblem } from "contract/notifications/rules.ts";
import { expect, test } from "vitest";
import { findProblem } from "./read-error.ts";

test.each([
  [errorText("error.alerts_full", { count: 1 }), "error.alerts_full", { count: 1 }],
  [errorText("error.library_full", { count: 20_000 }), "error.library_full", { count: 20_000 }],
  [errorText("error.channel_same", { name: "A (b) {c} …" }), "error.channel_same", { name: "A (b) {c} …" }],
  ["Enter a price from $0.01 to $10,000, with two decimals", "error.price_cents", { min: "$0.01", max: "$10,000" }],
  ["Invalid email or password", "error.wrong_login", {}],
  [errorTexts["error.no_steam"], "error.no_steam", {}],
  // of two texts that begin alike
  [errorText("error.lists_full", { count: 50 }), "error.lists_full", { count: 50 }],
  [errorText("error.list_full", { count: 1_000 }), "error.list_full", { count: 1_000 }],
  [errorText("error.import_row_long", { row: "3" }), "error.import_row_long", { row: "3" }],
])("%s", (message, key, values) => expect(findProblem(message, errorTexts)).toEqual({ key, values }));

test.each(["", "Invalid email", "You have the maximum number of lists", "Not a text of the site. (3)"])(
  "%o is shown as it is",
  (message) => expect(findProblem(message, errorTexts)).toBeNull(),
);

test("what is wrong with the value of a rule has a text, in every currency", () => {
  const without = Intl.supportedValuesOf("currency").filter((currency) => {
    const problem = ruleValueProblem("target", -1, { currency, locale: "en-US" });
    return findProblem(problem!, errorTexts) === null;
  });
  expect(without).toEqual([]);
  for (const kind of ["discount", "bundle"] as const) {
    const problem = ruleValueProblem(kind, 0, { currency: "USD", locale: "en-US" });
    expect(findProblem(problem!, errorTexts), kind).not.toBeNull();
  }
});
