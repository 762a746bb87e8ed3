import type { SubmissionStatus } from "contract/contact/rules.ts";
import type { ContactSubmission } from "contract/contact/schema.ts";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { serverMessageOf, useAdminCall } from "../admin/admin-call.ts";
import { useRefresh } from "../admin/editing/use-refresh.ts";
import { useDenialReason } from "../admin/me.ts";
import { createStatusQueue } from "./status-queue.ts";

const queue = createStatusQueue();

/**
 * An opened message and its status changes. A new one becomes read at once, given the permission (spec/contact 4.2).
 * After a conflict it shows the other administrator's version.
 */
export function useMessage(opened: ContactSubmission) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const mayMove = useDenialReason()("users.write") === undefined;
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
    await put(status).catch((error) => setFailure(serverMessageOf(error, "Failed to update the message")));
    setMoving(false);
  };

  const marked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the opening counts
  useEffect(() => {
    if (marked.current || opened.status !== "new" || !mayMove) return;
    marked.current = true;
    // a failure does not concern someone who only reads
    put("read").catch((error) => console.error(error));
  }, []);

  return { message, move, moving, failure };
}
