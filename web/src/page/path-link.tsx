import { useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { opensElsewhere, useScrollToTopHere } from "./link-click.ts";

/** An internal link by path, without a full page load. For lazily loaded routes and anchors. */
export function PathLink({ path, onClick, ...rest }: ComponentProps<"a"> & { path: string }) {
  const router = useRouter();
  const scrollToTopHere = useScrollToTopHere();
  return (
    <a
      href={path}
      onClick={(event) => {
        onClick?.(event);
        scrollToTopHere(event);
        if (event.defaultPrevented || opensElsewhere(event)) return;
        event.preventDefault();
        void router.navigate({ href: path });
      }}
      {...rest}
    />
  );
}
