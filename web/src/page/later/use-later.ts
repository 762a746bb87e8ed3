import { type ComponentType, useEffect, useState } from "react";

/**
 * A component that is loaded after hydration; `undefined` until then. Not by `lazy`: after a fallback React waits
 * 300 ms before it hydrates the rest of the page.
 */
export function useLater<Props = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  enabled: boolean,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState<ComponentType<Props>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` always loads the same
  useEffect(() => {
    // the page works without it
    if (enabled)
      load().then(
        (module) => setComponent(() => module.default),
        () => {},
      );
  }, [enabled]);
  return component;
}
