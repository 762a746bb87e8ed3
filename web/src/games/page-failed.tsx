import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { LoadFailed } from "./load-failed.tsx";

/** A whole page that could not be loaded; Retry loads its route again. */
export function PageFailed({
  error,
  message,
}: ErrorComponentProps & Pick<ComponentProps<typeof LoadFailed>, "message">) {
  const router = useRouter();
  return (
    <div className="page-width py-10">
      <LoadFailed error={error} message={message} level={1} onRetry={() => void router.invalidate()} />
    </div>
  );
}
