import CircleAlert from "lucide-react/icons/circle-alert";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** Stands where a part of the panel could not be loaded, with the reason and a way to try again. */
export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Notice
      alert
      icon={CircleAlert}
      title={message}
      actions={
        <Button kind="primary" onClick={onRetry}>
          Retry
        </Button>
      }
    />
  );
}
