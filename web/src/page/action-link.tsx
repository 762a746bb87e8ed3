import type { ComponentProps } from "react";
import { opensElsewhere } from "./link-click.ts";

interface ActionLinkProps extends ComponentProps<"a"> {
  /** The destination without scripts and before hydration. */
  path: string;
  onActivate: () => void;
}

/** A button whose effect has an address, so that it also works without scripts. */
export function ActionLink({ path, onActivate, ...rest }: ActionLinkProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button leads nowhere without scripts
    <a
      href={path}
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
