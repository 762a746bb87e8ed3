import { useEffect } from "react";

/** The address in the first push message to a new channel. */
const address = /#verify-(\d{1,10})-(\d{6})$/;

export interface PushCode {
  channelId: number;
  code: string;
}

/** Calls back with the codes of push messages: those that arrive now, and the one that was clicked to open the page. */
export function usePushCodes(onCode: (code: PushCode) => void): void {
  useEffect(() => {
    const read = (url: string): boolean => {
      const [, id, code] = address.exec(url) ?? [];
      if (id && code) onCode({ channelId: Number(id), code });
      return code !== undefined;
    };
    const onMessage = ({ data }: MessageEvent) => {
      if (data?.type === "push") read(String(data.message?.url));
    };
    const onHash = () => {
      // removed, so that a reload does not use it again
      if (read(location.hash)) history.replaceState(history.state, "", location.pathname + location.search);
    };
    onHash();
    navigator.serviceWorker?.addEventListener("message", onMessage);
    window.addEventListener("hashchange", onHash);
    return () => {
      navigator.serviceWorker?.removeEventListener("message", onMessage);
      window.removeEventListener("hashchange", onHash);
    };
  }, [onCode]);
}
