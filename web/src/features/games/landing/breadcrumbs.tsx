import { Link } from "@tanstack/react-router";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { useLandingText } from "./landing-text.ts";

const linkStyle = "inline-flex min-h-9 items-center text-muted hover:text-text hover:underline";

/** Breadcrumbs from the home page to this one. */
export function Breadcrumbs({ current }: { current: string }) {
  const text = useLandingText();
  return (
    <nav aria-label={text("landing.breadcrumbs")} className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        <Step>
          <Link to="/" className={linkStyle}>
            {text("header.nav.home")}
          </Link>
        </Step>
        <Step>
          <Link to="/games" className={linkStyle}>
            {text("header.nav.all_games")}
          </Link>
        </Step>
        <li aria-current="page" className="min-w-0 break-words">
          {current}
        </li>
      </ol>
    </nav>
  );
}

function Step({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      {children}
      <ChevronRight aria-hidden className="size-3.5 text-muted" />
    </li>
  );
}
