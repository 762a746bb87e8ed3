import { expect, test } from "vitest";
import { findProblems } from "./check-vulnerabilities.ts";

test("serious vulnerabilities are reported, others are not", () => {
  const vulnerabilities = {
    fine: { severity: "moderate", range: "*" },
    bad: { severity: "high", range: "<2.0.0" },
    worse: { severity: "critical" },
  };
  expect(findProblems({ vulnerabilities })).toEqual([
    "bad <2.0.0: a known vulnerability, high",
    "worse : a known vulnerability, critical",
  ]);
  expect(findProblems({ vulnerabilities: {} })).toEqual([]);
});

test.each([{ error: { code: "ENOAUDIT" } }, { message: "not found" }])(
  "a missing report is not a problem: %j",
  (report) => {
    expect(findProblems(report)).toBeNull();
  },
);
