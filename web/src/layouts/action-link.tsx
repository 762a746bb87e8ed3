import type { ComponentProps } from "react";
import { opensElsewhere } from "./link-press.ts";

interface ActionLinkProps extends ComponentProps<"a"> {
  /** Where it leads without scripts, and before the page is ready. */
  path: string;
  onPress: () => void;
}

/** A button whose effect has an address, so that it works without scripts, too. */
export function ActionLink({ path, onPress, ...rest }: ActionLinkProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button leads nowhere without scripts
    <a
      href={path}
      role="button"
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        onPress();
      }}
      // as on other buttons
      onKeyDown={(event) => {
        if (event.key !== " ") return;
        event.preventDefault();
        onPress();
      }}
      {...rest}
    />
  );
}
