import { expect, test } from "vitest";
import {
  ageOn,
  birthdayProblem,
  emailProblem,
  isDay,
  maySeeExplicit,
  registrationProblem,
  safeOrigin,
  signInFailureText,
} from "./rules.ts";

const today = "2026-03-10";
const good = { password: "secret", confirmPassword: "secret", birthday: "2000-01-01" };

test.each([
  [good, null],
  [{ ...good, password: "a", birthday: "2020-01-01" }, "Passwords do not match"],
  [{ password: "a", confirmPassword: "a", birthday: "2020-01-01" }, "Password must be at least 6 characters long"],
  [{ ...good, birthday: "2013-03-11" }, "You must be at least 13 years old to register"],
  [{ ...good, birthday: "2013-03-10" }, null],
  [{ ...good, birthday: "" }, null],
])("registration is checked in the order of spec/accounts 2.2 (%#)", (form, problem) => {
  expect(registrationProblem(form, today)).toBe(problem);
});

test.each([
  ["2026-03-11", "Birthday cannot be in the future"],
  ["2001-02-29", "Enter a valid birthday"],
  ["0001-01-01", "Enter a valid birthday"],
  ["yesterday", "Enter a valid birthday"],
])("birthday %s: %s", (birthday, problem) => expect(birthdayProblem(birthday, today)).toBe(problem));

test.each([
  ["2026-03-10", "2013-03-10", 13],
  ["2026-03-10", "2013-03-11", 12],
  ["2021-02-28", "2008-02-29", 12],
  ["2021-03-01", "2008-02-29", 13],
])("on %s the age of a user born on %s is %s", (day, birthday, age) => expect(ageOn(day, birthday)).toBe(age));

test.each([
  ["2024-02-29", true],
  ["2023-02-29", false],
  ["2023-13-01", false],
  ["2023-1-1", false],
])("%s is a valid date: %s", (text, expected) => expect(isDay(text)).toBe(expected));

test.each([
  ["a@b.de", true],
  ["a.b+c@d-e.example.org", true],
  ["a@b", false],
  ["a b@c.de", false],
  ["a\u0000b@c.de", false],
  ["a@b..de", false],
  ["@b.de", false],
  [`${"a".repeat(250)}@b.de`, false],
])("%s is a valid email: %s", (email, expected) => expect(emailProblem(email) === null).toBe(expected));

test.each([
  ["2008-03-10", true],
  ["2008-03-11", false],
  [null, false],
])("born on %s, may see explicit games: %s (spec/accounts 9.3)", (birthday, expected) => {
  expect(maySeeExplicit(birthday, today)).toBe(expected);
});

test.each([
  ["/games?search=a", "/games?search=a"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["/\u0009/evil.example", "/"],
  [undefined, "/"],
])("after signing in %j leads to %s", (path, expected) => expect(safeOrigin(path)).toBe(expected));

test.each([
  ["failed", "steam", "Steam authentication failed. Please try again."],
  ["failed", undefined, "Steam authentication failed. Please try again."],
  ["failed", "google", "Authentication failed. Please try again."],
  ["anything else", "steam", "Steam authentication failed. Please try again."],
  ["toString", "google", "Authentication failed. Please try again."],
  ["failed", "somebody", "Authentication failed. Please try again."],
  ["not_configured", "google", "Signing in with Google is not set up on this site."],
  ["cancelled", "steam", "You did not finish signing in with Steam."],
])("the callback page shows for error %s of %s: %s (spec/accounts 7.2)", (error, provider, expected) => {
  expect(signInFailureText(error, provider)).toBe(expected);
});
