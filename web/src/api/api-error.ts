import type { ErrorCode, ErrorDetail } from "contract/core/errors.ts";

/** A failed call in the browser. `status` is 0 and `code` is `network` when there was no response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined;
  /** The server's own message. */
  readonly serverMessage: string | undefined;
  /** With `stale`: the server's current state. */
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

/** Whether a call failed with this code; also true for the server's own error during rendering. */
export function failedWith(error: unknown, code: ErrorCode): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
