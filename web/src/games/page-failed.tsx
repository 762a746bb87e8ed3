import { type ErrorComponentProps, useMatch, useRouter } from "@tanstack/react-router";
import { type ComponentProps, useCallback, useEffect } from "react";
import { ApiError } from "../api-error.ts";
import { ErrorScreen } from "../error-screen.tsx";
import { LoadFailed } from "./load-failed.tsx";

/**
 * A whole page that could not be loaded; Retry loads its route again, as does a network that is back. A page that was loaded and
 * then broke says so instead.
 */
export function PageFailed({
  message,
  ...props
}: ErrorComponentProps & Pick<ComponentProps<typeof LoadFailed>, "message">) {
  const router = useRouter();
  const retry = useCallback(() => void router.invalidate(), [router]);
  const loaded = useMatch({ strict: false, select: ({ status }) => status === "success" });
  useEffect(() => {
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [retry]);
  if (loaded && !(props.error instanceof ApiError)) return <ErrorScreen {...props} />;
  return (
    <div className="page-width py-10">
      <LoadFailed error={props.error} message={message} level={1} onRetry={retry} />
    </div>
  );
}
