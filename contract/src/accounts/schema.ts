import { z } from "zod";
import { birthdayProblem, emailProblem, passwordProblem, usernameProblem } from "./rules.ts";

/** A string that the rule finds nothing wrong with. */
function ruled(problemOf: (text: string) => string | null, prepare = (text: string) => text) {
  return z
    .string()
    .max(1_000)
    .transform(prepare)
    .superRefine((text, context) => {
      const problem = problemOf(text);
      if (problem) context.addIssue({ code: "custom", message: problem });
    });
}

const trim = (text: string) => text.trim();
const today = () => new Date().toISOString().slice(0, 10);

export const Username = ruled(usernameProblem, trim);
export const Email = ruled(emailProblem, trim);
export const NewPassword = ruled(passwordProblem);
export const Birthday = ruled((day) => birthdayProblem(day, today()));

export const User = z
  .object({
    id: z.number().int(),
    username: z.string(),
    displayName: z.string().nullable(),
    email: z.string().nullable(),
    birthday: z.string().nullable().meta({ description: "YYYY-MM-DD" }),
    showExplicitContent: z.boolean(),
    avatarUrl: z.string().nullable(),
    role: z.enum(["admin", "moderator", "member"]),
    isAdmin: z.boolean(),
    isSuperAdmin: z.boolean(),
    createdAt: z.string(),
    hasPassword: z
      .boolean()
      .meta({ description: "Accounts made by Steam or Google have none until one is set by a reset" }),
  })
  .meta({ id: "User" });
export type User = z.output<typeof User>;

/** One sign-in of the caller, as the profile lists it. */
export const SignIn = z
  .object({
    id: z.number().int(),
    created_at: z.string(),
    last_seen_at: z.string(),
    expires_at: z.string(),
    device: z.string().nullable().meta({ description: "Browser and system, as far as the browser said" }),
    current: z.boolean(),
  })
  .meta({ id: "SignIn" });
export type SignIn = z.output<typeof SignIn>;
