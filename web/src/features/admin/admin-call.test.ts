import type { Call } from "contract/core/call.ts";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { adminCall } from "./admin-call.tsx";

const token = () => "token";

/** A call that rejects with this error. */
const failing = (error: unknown): Call => (() => Promise.reject(error)) as Call;
const responded = (status: number, serverMessage?: string) =>
  new ApiError("message of the site", { status, code: "unknown", ...(serverMessage && { serverMessage }) });

test("without a token nothing is sent (spec/administration 2.3)", async () => {
  const call = vi.fn();
  const onSignedOut = vi.fn();
  const request = adminCall(call as unknown as Call, { token: () => null, onSignedOut })(
    "GET /api/admin/dashboard/stats",
    {},
  );
  await expect(request).rejects.toThrow("Authentication required - no token found");
  expect(call).not.toHaveBeenCalled();
  expect(onSignedOut).toHaveBeenCalledOnce();
});

test.each([
  [responded(401, "Sign in first"), "Admin authentication required"],
  [responded(403, "This needs content.write"), "This needs content.write"],
  [responded(403), "Access denied"],
  [responded(409, "Someone else changed this text meanwhile"), "Someone else changed this text meanwhile"],
  [responded(418), "Request failed with status 418"],
  [new SyntaxError("Unexpected end of JSON input"), "Invalid JSON response from server"],
])("%s is shown in the panel as: %s (spec/administration 2.3)", async (error, message) => {
  await expect(adminCall(failing(error), { token })("GET /api/admin/dashboard/stats", {})).rejects.toThrow(message);
});

test("the error keeps the server's code and current state", async () => {
  const stale = new ApiError("x", { status: 409, code: "stale", serverMessage: "Changed", current: { version: 2 } });
  await expect(adminCall(failing(stale), { token })("GET /api/admin/dashboard/stats", {})).rejects.toMatchObject({
    code: "stale",
    current: { version: 2 },
  });
});

test("an aborted call rejects with its abort error", async () => {
  const aborted = new DOMException("aborted", "AbortError");
  await expect(adminCall(failing(aborted), { token })("GET /api/admin/dashboard/stats", {})).rejects.toBe(aborted);
});

test("only a missing permission calls onDenied", async () => {
  const onDenied = vi.fn();
  for (const status of [401, 404, 403]) {
    const call = adminCall(failing(responded(status)), { token, onDenied });
    await expect(call("GET /api/admin/dashboard/stats", {})).rejects.toThrow();
    expect(onDenied).toHaveBeenCalledTimes(status === 403 ? 1 : 0);
  }
});
