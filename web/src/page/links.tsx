import { Link, useRouter } from "@tanstack/react-router";
import Gamepad2 from "lucide-static/icons/gamepad-2.svg?react";
import type { ComponentProps, MouseEvent } from "react";
import { useAddress } from "../api/market.ts";
import { useText } from "../api/texts.ts";
import { scrollToTop } from "../ui/scroll-to-top.ts";

/** An internal link by the path of a page, without a full page load. For lazily loaded routes and anchors. */
export function PathLink({ path, onClick, ...rest }: ComponentProps<"a"> & { path: string }) {
  const router = useRouter();
  const href = useAddress()(path);
  const scrollToTopHere = useScrollToTopHere();
  return (
    <a
      href={href}
      onClick={(event) => {
        onClick?.(event);
        scrollToTopHere(event);
        if (event.defaultPrevented || opensElsewhere(event)) return;
        event.preventDefault();
        void router.navigate({ href });
      }}
      {...rest}
    />
  );
}

interface ActionLinkProps extends ComponentProps<"a"> {
  /** The address without scripts and before hydration. */
  href: string;
  onActivate: () => void;
}

/** A button whose effect has an address, so that it also works without scripts. */
export function ActionLink({ href, onActivate, ...rest }: ActionLinkProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button leads nowhere without scripts
    <a
      href={href}
      role="button"
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        onActivate();
      }}
      // as on other buttons
      onKeyDown={(event) => {
        if (event.key !== " ") return;
        event.preventDefault();
        onActivate();
      }}
      {...rest}
    />
  );
}

/** The product's name, linked to the home page. `short` shows only the logo on phones. */
export function BrandLink({ short = false }: { short?: boolean }) {
  const text = useText();
  return (
    <Link
      to="/"
      aria-label={`${text("header.brand_name")}: ${text("header.nav.home")}`}
      onClick={useScrollToTopHere()}
      className="flex h-11 items-center gap-2.5 text-md font-semibold tracking-tight"
    >
      <span className="grid size-8 place-items-center rounded-md bg-accent text-on-accent">
        <Gamepad2 aria-hidden className="size-5" />
      </span>
      <span className={short ? "max-[30rem]:sr-only" : "max-[24rem]:sr-only"}>{text("header.brand_name")}</span>
    </Link>
  );
}

/** Whether the click opens the link in another tab or window. */
function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/** Scrolls to the top when a link leads to the current page, which the router would reload. */
export function useScrollToTopHere(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const router = useRouter();
  return (event) => {
    const leadsHere = event.currentTarget.getAttribute("href") === router.state.location.publicHref;
    if (!leadsHere || opensElsewhere(event)) return;
    event.preventDefault();
    scrollToTop();
  };
}
