import { contactProblems, contactThanks, tooManyMessages } from "../../contact/rules.ts";

/** Default texts of the contact page, in a separate file because only that page loads them. */
export const contactTexts = {
  "contact.intro": "A question, a wrong price or an idea? Write to us.",
  "contact.name": "Name",
  "contact.email": "Email",
  "contact.subject": "Subject",
  "contact.message": "Message",
  "contact.trap": "Leave this field empty",
  "contact.submit": "Send message",
  "contact.submitting": "Sending...",
  "contact.success": contactThanks,
  "contact.failed": "Something went wrong. Please try again later.",
  "contact.rate_limited": tooManyMessages,

  "contact.info.title": "Contact information",
  "contact.info.email_title": "Email",
  "contact.info.response_title": "Response time",
  "contact.info.response_text": "Typically within 24-48 hours",
  "contact.info.service_title": "Service",
  "contact.info.service_text": "Worldwide",
  "contact.info.chat_title": "Community",
  "contact.info.chat_text": "Join our chat server",

  "contact.error.name_required": contactProblems.name_required,
  "contact.error.name_too_long": contactProblems.name_too_long,
  "contact.error.email_required": contactProblems.email_required,
  "contact.error.email_invalid": contactProblems.email_invalid,
  "contact.error.subject_required": contactProblems.subject_required,
  "contact.error.subject_too_long": contactProblems.subject_too_long,
  "contact.error.message_invalid": contactProblems.message_invalid,
  "contact.error.message_too_long": contactProblems.message_too_long,
} as const;
