import { z } from "zod";
import { submissionStatuses } from "./rules.ts";

export const SubmissionStatus = z.enum(submissionStatuses);

export const ContactSubmission = z
  .object({
    id: z.number().int(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    status: SubmissionStatus,
    submitted_at: z.string(),
    read_at: z.string().nullable(),
    resolved_at: z.string().nullable(),
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
    version: z.number().int(),
  })
  .meta({ id: "ContactSubmission" });
export type ContactSubmission = z.output<typeof ContactSubmission>;
