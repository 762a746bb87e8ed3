import type { TextKey } from "contract/content-strings/defaults/every-page.ts";
import CircleAlert from "lucide-static/icons/circle-alert.svg?react";
import { failedWith } from "../api/api-error.ts";
import { useText } from "../api/texts.ts";
import { buttonStyle } from "../ui/button-style.ts";
import { Notice } from "../ui/notice.tsx";
import { ActionLink } from "./links.tsx";

type PlainTextKey = Extract<TextKey, `${string}.load_failed`>;

interface LoadFailedProps {
  error: unknown;
  /** The message, unless the visitor was rate limited. */
  message: PlainTextKey;
  onRetry: () => void;
  level?: 1 | 2 | 3;
}

/** Shown when data could not be loaded, with the reason and a retry button. */
export function LoadFailed({ error, message, onRetry, level = 2 }: LoadFailedProps) {
  const text = useText();
  return (
    <Notice
      alert
      level={level}
      icon={CircleAlert}
      title={text(failedWith(error, "rate_limited") ? "status.rate_limited" : message)}
      actions={
        <ActionLink href="" onActivate={onRetry} className={buttonStyle("primary")}>
          {text("status.retry")}
        </ActionLink>
      }
    />
  );
}
