import type { SubmissionStatus } from "contract/contact/rules.ts";
import type { ContactSubmission } from "contract/contact/schema.ts";
import { useEffect, useRef, useState } from "react";
import { serverWords, useAdminCall } from "../admin/admin-call.ts";
import { useWhyNot } from "../admin/me.ts";
import { useRefresh } from "../admin/use-refresh.ts";
import { ApiError } from "../api-error.ts";
import { createStatusQueue } from "./status-queue.ts";

const queue = createStatusQueue();

/**
 * A message that somebody opened, and the way to move it on. A new one becomes read at once, where they may do that
 * (spec/contact 4.2). When another administrator was faster, it is shown as they left it.
 */
export function useMessage(opened: ContactSubmission) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const mayMove = useWhyNot()("users.write") === undefined;
  const [message, setMessage] = useState(opened);
  const [moving, setMoving] = useState(false);
  const [failure, setFailure] = useState<string>();

  const put = async (status: SubmissionStatus) => {
    try {
      const moved = await queue.move(message, async ({ id, version }) => {
        const input = { params: { id }, body: { status, base_version: version } };
        return (await call("PUT /api/admin/contact/submissions/{id}", input)).submission;
      });
      setMessage(moved);
    } catch (error) {
      if (error instanceof ApiError && error.code === "stale") setMessage(error.current as ContactSubmission);
      throw error;
    } finally {
      void refresh();
    }
  };

  const move = async (status: SubmissionStatus) => {
    setMoving(true);
    setFailure(undefined);
    await put(status).catch((error) => setFailure(serverWords(error, "Failed to update the message")));
    setMoving(false);
  };

  const seen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the opening counts
  useEffect(() => {
    if (seen.current || opened.status !== "new" || !mayMove) return;
    seen.current = true;
    // who only reads need not hear that it could not be noted
    put("read").catch((error) => console.error(error));
  }, []);

  return { message, move, moving, failure };
}
