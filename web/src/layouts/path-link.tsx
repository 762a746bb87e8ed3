import { useRouter } from "@tanstack/react-router";
import type { ComponentProps, MouseEvent } from "react";

/** A link inside the site by its plain path, for places that are no route of their own yet or carry an anchor. Moves without a full load. */
export function PathLink({ path, onClick, ...rest }: ComponentProps<"a"> & { path: string }) {
  const router = useRouter();
  return (
    <a
      href={path}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || opensElsewhere(event)) return;
        event.preventDefault();
        void router.navigate({ href: path });
      }}
      {...rest}
    />
  );
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
