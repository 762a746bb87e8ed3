import type { Rule } from "contract/notifications/rule-schema.ts";
import { expect, test } from "vitest";
import { bodyOf, draftOf, type RuleDraft } from "./rule-form.tsx";

const us = { country: "US", currency: "USD" };
const draft = draftOf(null, null, [1, 2]);

test.each<[Partial<RuleDraft>, object]>([
  [{}, { body: { subject: { type: "wishlist" }, kind: "drop", value: null, scope: "all", channels: [1, 2] } }],
  [{ subject: "7" }, { body: { subject: { type: "list", id: 7 } } }],
  [{ subject: "game" }, { wrong: "game" }],
  [{ subject: "game", game: { id: 3, title: "Hades" } }, { body: { subject: { type: "game", id: 3 } } }],
  [{ kind: "target", value: "$9.99" }, { body: { kind: "target", value: 9.99 } }],
  [{ kind: "target", value: "cheap" }, { wrong: "value" }],
  [{ kind: "discount", value: "50 %" }, { body: { kind: "discount", value: 50 } }],
  [{ kind: "discount", value: "0" }, { wrong: "value" }],
  [
    { subject: "bundles", kind: "bundle", value: "3" },
    { body: { subject: { type: "bundles" }, value: 3, scope: "all" } },
  ],
  [{ subject: "bundles", kind: "bundle", value: "0" }, { wrong: "value" }],
  [{ kind: "free", value: "9" }, { body: { kind: "free", value: null } }],
])("a draft with %j sends %j", (changed, sent) => expect(bodyOf({ ...draft, ...changed }, us)).toMatchObject(sent));

test("the draft of a rule is sent as that rule", () => {
  const rule: Rule = {
    id: 1,
    kind: "target",
    subject: { type: "game", id: 3, title: "Hades" },
    country: "US",
    currency: "USD",
    value: 9.5,
    scope: "mine",
    unless_included: false,
    channels: [2],
    created_at: "",
    current_price: null,
    last_fired: null,
  };
  expect(draftOf(rule, null, [1]).value).toBe("9.50");
  expect(bodyOf(draftOf(rule, null, [1]), us)).toEqual({
    body: {
      kind: "target",
      subject: { type: "game", id: 3 },
      country: "US",
      value: 9.5,
      scope: "mine",
      unless_included: false,
      channels: [2],
    },
  });
});
