import type { ErrorCode, ErrorDetail } from "contract/errors.ts";

/** A call that failed, in the browser. `status` is 0 and `code` `network` when no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** What the server said, word for word. */
  readonly serverMessage: string | undefined;
  /** With `stale`: the thing as the server has it now. */
  readonly current: unknown;

  constructor(
    message: string,
    options: {
      status: number;
      code: string;
      details?: readonly ErrorDetail[];
      retryAfter?: number;
      serverMessage?: string;
      current?: unknown;
    },
  ) {
    super(message);
    this.name = "ApiError";
    this.status = options.status;
    this.code = options.code;
    this.details = options.details ?? [];
    this.retryAfter = options.retryAfter;
    this.serverMessage = options.serverMessage;
    this.current = options.current;
  }
}

/** Whether a call failed in that way; true for the browser's `ApiError` and for the server's own error during rendering alike. */
export function failedWith(error: unknown, code: ErrorCode): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
