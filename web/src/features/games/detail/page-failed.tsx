import { type ErrorComponentProps, useMatch, useRouter } from "@tanstack/react-router";
import { type ComponentProps, useCallback, useEffect } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { ErrorScreen } from "../../../page/error-screen.tsx";
import { LoadFailed } from "../../../page/load-failed.tsx";

/**
 * Shown when a page's data could not be loaded. Retry or a restored network reloads the route. A rendering error gets
 * the error screen.
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
