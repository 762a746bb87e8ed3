import CircleAlert from "lucide-static/icons/circle-alert.svg?react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

interface FailureNoticeProps {
  title: string;
  level?: 1 | 2;
  /** The label of the button. */
  retry?: string;
  onRetry: () => unknown;
  children?: ReactNode;
}

/** Shown in place of content that failed to load. */
export function FailureNotice({ retry = "Retry", onRetry, ...rest }: FailureNoticeProps) {
  return (
    <Notice
      alert
      icon={CircleAlert}
      actions={
        <Button kind="primary" onClick={() => void onRetry()}>
          {retry}
        </Button>
      }
      {...rest}
    />
  );
}
