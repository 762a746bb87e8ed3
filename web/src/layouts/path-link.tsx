import { useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { opensElsewhere, useScrollToTopHere } from "./link-press.ts";

/** A link inside the site by its plain path, for places that are no route of their own yet or carry an anchor. Moves without a full load. */
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
