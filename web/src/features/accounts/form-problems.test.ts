import { expect, test } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { fieldProblems } from "../../page/form.ts";
import { detailedProblem, loginProblem, profileProblem } from "./form-problems.ts";

const refused = (serverMessage?: string, details?: { path: string; msg: string }[]) =>
  new ApiError("HTTP error! status: 400", { status: 400, code: "invalid", serverMessage, details });
const offline = new ApiError("Network error: Unable to connect to server.", {
  status: 0,
  code: "network",
  serverMessage: "TypeError: Failed to fetch",
});

test("only invalid fields have problems", () => {
  expect(fieldProblems({ email: null, password: "Missing", agree: false })).toEqual({
    fields: { password: "Missing" },
  });
  expect(fieldProblems({ email: null, agree: false })).toBeNull();
});

test.each([
  ["the server's error", refused("Invalid email or password"), "Invalid email or password"],
  ["the fallback if the server gives no error", refused(), "Login failed"],
  ["the network error if there was no response", offline, "Network error: Unable to connect to server."],
  ["the fallback for a bug in the client", new TypeError("x is undefined"), "Login failed"],
])("a failed login shows %s (spec/accounts 3.3)", (_, error, box) => {
  expect(loginProblem(error, "Login failed")).toEqual({ box });
});

test.each([
  [
    "the server's details, each once",
    refused("No", [
      { path: "username", msg: "Taken" },
      { path: "email", msg: "Bad" },
      { path: "password", msg: "Bad" },
    ]),
    "Taken · Bad",
    ["username", "email", "password"],
  ],
  ["its error if there are none", refused("Registration is closed"), "Registration is closed", undefined],
  ["the fallback if there is neither", refused(), "Registration failed", undefined],
])("a failed registration shows %s (spec/accounts 2.4)", (_, error, box, boxFields) => {
  expect(detailedProblem(error, "Registration failed")).toEqual({ box, boxFields });
});

test.each([
  ["the server's error", refused("No", [{ path: "email", msg: "Taken" }]), "No", { email: "Taken" }],
  [
    "the first detail if there is none",
    refused(undefined, [{ path: "email", msg: "Taken" }]),
    "Taken",
    { email: "Taken" },
  ],
  ["the fallback if there is neither", refused(), "Profile update failed", {}],
])("a failed profile update shows %s (spec/accounts 9.2)", (_, error, reason, fields) => {
  expect(profileProblem(error, "Profile update failed")).toEqual({ reason, fields });
});

test("of two problems of one field the first is shown", () => {
  const error = refused("No", [
    { path: "email", msg: "First" },
    { path: "email", msg: "Second" },
  ]);
  expect(profileProblem(error, "").fields).toEqual({ email: "First" });
});
