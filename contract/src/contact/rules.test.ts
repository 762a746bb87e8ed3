import { expect, test } from "vitest";
import { type ContactForm, cleanContactForm, findContactProblems, submissionTimes } from "./rules.ts";

const form = { name: "Ann", email: "ann@example.com", subject: "Hello", message: "A question" };
const problemsOf = (fields: Partial<ContactForm>) =>
  findContactProblems(cleanContactForm({ ...form, ...fields })).map(({ path, problem }) => `${path} ${problem}`);

test.each<[fields: Partial<ContactForm>, problems: string[]]>([
  [{}, []],
  [{ name: " \n " }, ["name name_required"]],
  [{ name: "n".repeat(101) }, ["name name_too_long"]],
  [{ email: " " }, ["email email_required"]],
  [{ email: "ann@localhost" }, ["email email_invalid"]],
  [{ email: "ann@example.com, all@example.com" }, ["email email_invalid"]],
  [{ email: " ann@example.com " }, []],
  [{ subject: "" }, ["subject subject_required"]],
  [{ subject: "s".repeat(201) }, ["subject subject_too_long"]],
  [{ message: "\u0000\t\n" }, ["message message_invalid"]],
  [{ message: `  ${"m".repeat(5000)}\n` }, []],
  [{ message: "😀".repeat(5000) }, []],
  [{ message: "m".repeat(5001) }, ["message message_too_long"]],
  [
    { name: "", email: "", subject: "", message: "" },
    ["name name_required", "email email_required", "subject subject_required", "message message_invalid"],
  ],
])("the form with %j: %j (spec/contact 2.2)", (fields, problems) => expect(problemsOf(fields)).toEqual(problems));

test("line breaks are removed except in the message, and control characters everywhere", () => {
  const cleaned = cleanContactForm({
    name: " Ann\r\nBcc: all ",
    email: form.email,
    subject: "A\u0007\tB",
    message: " one\r\n\r\ntwo\u0000 \ud800",
  });
  expect(cleaned).toEqual({ ...form, name: "Ann Bcc: all", subject: "A B", message: "one\n\ntwo \ufffd" });
});

const [earlier, now] = [new Date("2026-01-01T00:00:00Z"), new Date("2026-02-01T00:00:00Z")];

test.each([
  ["new", null, null, null, null],
  ["read", null, null, now, null],
  ["read", earlier, null, earlier, null],
  ["resolved", earlier, null, earlier, now],
  ["resolved", null, null, now, now],
  ["resolved", earlier, earlier, earlier, earlier],
  ["closed", earlier, earlier, earlier, earlier],
  ["closed", null, null, now, null],
  ["in_progress", earlier, earlier, earlier, null],
  ["new", earlier, earlier, null, null],
  ["spam", null, null, null, null],
  ["spam", earlier, earlier, earlier, earlier],
] as const)(
  "status %s of a message read at %s and resolved at %s: read at %s, resolved at %s",
  (status, readAt, resolvedAt, nowRead, nowResolved) =>
    expect(submissionTimes({ readAt, resolvedAt }, status, now)).toEqual({ readAt: nowRead, resolvedAt: nowResolved }),
);
