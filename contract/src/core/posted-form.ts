import type { ErrorBody } from "./errors.ts";

/**
 * A form that the browser submitted natively, without our script or before it had loaded, and its outcome. It is
 * embedded in the page of the response.
 */
export interface PostedForm {
  /** The submitted values, without secrets; a checkbox only if checked. */
  values: Readonly<Record<string, string>>;
  /** `needs_script`: nothing was done, because the form works only with our script. */
  outcome: "accepted" | "needs_script" | PostedFormError;
}

/** Why the API rejected it. */
interface PostedFormError extends Pick<ErrorBody, "error" | "code" | "details"> {
  status: number;
}
