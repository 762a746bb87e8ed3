import type { ErrorBody } from "./errors.ts";

/**
 * A form that a browser sent by itself, before our script was there or without it, and what came of it. It travels in
 * the page that responds to it.
 */
export interface PostedForm {
  /** What was filled in, without secrets; a checkbox only while it is checked. */
  values: Readonly<Record<string, string>>;
  /** `needs_script`: nothing of it was done, as the page cannot do it without our script. */
  outcome: "accepted" | "needs_script" | PostedFormError;
}

/** Why the API refused it. */
export interface PostedFormError extends Pick<ErrorBody, "error" | "code" | "details"> {
  status: number;
}
