import { createFileRoute } from "@tanstack/react-router";
import { PageFailed } from "../features/games/detail/page-failed.tsx";
import { LandingPage } from "../features/games/landing/landing-page.tsx";
import { landingRoute } from "../features/games/landing/landing-route.ts";

export const Route = createFileRoute("/_main/genre/$slug")({
  ...landingRoute("genre"),
  component: () => <LandingPage kind="genre" />,
  errorComponent: (props) => <PageFailed {...props} message="browse.load_failed" />,
});
