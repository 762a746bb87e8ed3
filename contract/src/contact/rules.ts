export const longestMessage = 5_000;

/** Where a message is on its way; `spam` is what a robot sent, kept aside. */
export const submissionStatuses = ["new", "read", "in_progress", "resolved", "closed", "spam"] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

export interface ContactForm {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** The texts of the form's errors and the content strings that override them (admin.md section 5, decisions.md section 5). */
export const contactProblems = {
  name_required: "Name is required",
  email_required: "Email is required",
  email_invalid: "Please enter a valid email address",
  subject_required: "Subject is required",
  message_invalid: "Invalid message",
  message_too_long: "Message must be less than 5000 characters",
} as const;
export type ContactProblem = keyof typeof contactProblems;
