import type { AdminEvent } from "contract/events/api.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { followEvents } from "../../api/events/follow-events.ts";

/** Follows what happens on the site; whether the stream is open, so that callers can poll while it is not. */
export function useAdminEvents(onEvent: (event: AdminEvent) => void): boolean {
  const [isLive, setIsLive] = useState(false);
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    const leaving = new AbortController();
    void followEvents("GET /api/admin/events", { leaving: leaving.signal, onEvent: handle, onLive: setIsLive });
    return () => leaving.abort();
  }, []);
  return isLive;
}
