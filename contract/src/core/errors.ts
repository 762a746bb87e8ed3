/** Every way in which a call can fail, with its HTTP status (spec/api 2.1). */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  /** The caller's API key may not make the call. */
  insufficient_scope: 403,
  /** The call needs the current password. */
  password_required: 403,
  /** The call needs a recent re-authentication: `POST /api/auth/reauthenticate`, or a new sign-in by a provider. */
  reauthentication_required: 403,
  /** Administrators need a second factor: the caller has none yet. */
  second_factor_required: 403,
  /** The site is a demo, which all visitors share. */
  refused_in_demo: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  /** Removing it would leave no way to sign in. */
  last_sign_in: 409,
  stale: 409,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One problem with the input: `path` names the parameter or field, with dots between levels. */
export interface ErrorDetail {
  path: string;
  msg: string;
}

/** The body of every response other than 2xx. */
export interface ErrorBody {
  error: string;
  code: string;
  details?: ErrorDetail[];
  /** The same list again, for the profile call (spec/api 2.1). */
  errors?: ErrorDetail[];
  /** With `stale`: the current version of the resource (spec/api 2.4). */
  current?: unknown;
}

/**
 * Thrown by commands and queries for failures that callers may see; any other error is reported as `internal`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  /** Whole seconds after which to retry; sent as `retry-after`. */
  readonly retryAfter: number | undefined;
  /** With `stale`: the current version, as the caller would read it. */
  readonly current: unknown;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetail[]; retryAfter?: number; current?: unknown } = {},
  ) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.current = options.current;
  }
}

/** An `invalid` error with these problems; its message names the first one. */
export function invalid(details: ErrorDetail[]): AppError {
  const first = details[0];
  return new AppError("invalid", first ? `${first.path}: ${first.msg}` : "Invalid request", { details });
}
