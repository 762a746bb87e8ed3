import type { TextKey } from "contract/content-strings/defaults.ts";
import CircleAlert from "lucide-react/icons/circle-alert";
import { failedWith } from "../api-error.ts";
import { useText } from "../content-strings/texts.ts";
import { ActionLink } from "../layouts/action-link.tsx";
import { buttonStyle } from "../ui/button-style.ts";
import { Notice } from "../ui/notice.tsx";

type PlainTextKey = Extract<TextKey, `${string}.load_failed`>;

interface LoadFailedProps {
  error: unknown;
  /** What to say, except where the visitor asked too often. */
  message: PlainTextKey;
  onRetry: () => void;
  level?: 1 | 2 | 3;
}

/** Stands where something could not be loaded, with the reason and a way to try again. */
export function LoadFailed({ error, message, onRetry, level = 2 }: LoadFailedProps) {
  const text = useText();
  return (
    <Notice
      alert
      level={level}
      icon={CircleAlert}
      title={text(failedWith(error, "rate_limited") ? "status.rate_limited" : message)}
      actions={
        <ActionLink path="" onPress={onRetry} className={buttonStyle("primary")}>
          {text("status.retry")}
        </ActionLink>
      }
    />
  );
}
