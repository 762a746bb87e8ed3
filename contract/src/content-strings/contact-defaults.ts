import { contactProblems } from "../contact/rules.ts";

/** The texts of the contact page as they ship. */
export const contactTexts = {
  "contact.error.name_required": contactProblems.name_required,
  "contact.error.name_too_long": contactProblems.name_too_long,
  "contact.error.email_required": contactProblems.email_required,
  "contact.error.email_invalid": contactProblems.email_invalid,
  "contact.error.subject_required": contactProblems.subject_required,
  "contact.error.subject_too_long": contactProblems.subject_too_long,
  "contact.error.message_invalid": contactProblems.message_invalid,
  "contact.error.message_too_long": contactProblems.message_too_long,
};
