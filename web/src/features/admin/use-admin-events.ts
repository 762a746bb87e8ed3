import type { AdminEvent } from "contract/events/api.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { followEvents } from "../../api/events/follow-events.ts";

/** Follows the events of the site. Returns whether the stream is open, so that callers can poll while it is not. */
export function useAdminEvents(onEvent: (event: AdminEvent) => void): boolean {
  const [isLive, setIsLive] = useState(false);
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    const controller = new AbortController();
    void followEvents("GET /api/admin/events", { signal: controller.signal, onEvent: handle, onLive: setIsLive });
    return () => controller.abort();
  }, []);
  return isLive;
}
