import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { withBase } from "../../api/base-path.ts";
import { useViewer } from "../../api/session.ts";
import { loginPath } from "../accounts/login-link.tsx";
import { HeartButton } from "./heart-button.tsx";

// only for signed-in visitors
const OwnHeart = lazy(() => import("./own-heart.tsx"));

/** Adds a game to the wishlist. Anonymous visitors go to the sign-in page and back. */
export function WishlistHeart({ gameId, className }: { gameId: number; className?: string }) {
  const viewer = useViewer();
  const router = useRouter();
  if (viewer === null || viewer === "unknown") {
    return (
      <HeartButton
        className={className}
        onClick={() => router.navigate({ href: withBase(loginPath(router.state.location.publicHref)) })}
      />
    );
  }
  return (
    <Suspense fallback={<HeartButton className={className} processing />}>
      <OwnHeart gameId={gameId} className={className} />
    </Suspense>
  );
}
