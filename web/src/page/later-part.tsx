import { useHydrated } from "@tanstack/react-router";
import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from "react";

export type LaterPart<Props extends object> = ComponentType<Props> & {
  /** Loads its code, so that later pages render it at once. */
  preload: () => Promise<void>;
};

/** A part without content takes no space between others. */
const partStyle = "empty:hidden";

/**
 * A part of a page whose code loads after hydration; until then the server's HTML stays, and a press on a button of it
 * waits. `rendered` is the component on the server, `null` in the browser.
 */
export function laterPart<Props extends object>(
  rendered: ComponentType<Props> | null,
  load: () => Promise<{ default: ComponentType<Props> }>,
): LaterPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  async function loadOnce() {
    const module = await load();
    loaded = module.default;
    return module;
  }
  const preload = async () => void (await loadOnce());
  const Rendered = rendered;
  if (Rendered) {
    const onServer = (props: Props) => (
      <div className={partStyle}>
        <Rendered {...props} />
      </div>
    );
    return Object.assign(onServer, { preload });
  }
  const inBrowser = (props: Props) => {
    // code that arrives during hydration must not change what is hydrated
    const isHydrated = useHydrated();
    const [fromStart] = useState(() => (isHydrated ? loaded : undefined));
    const later = useLater(loadOnce, fromStart === undefined);
    const Part = fromStart ?? later;
    const { onClickCapture, part } = useEarlyPress(later !== undefined);
    // keeps the server's HTML, writes none
    const written = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } };
    if (!Part) return <div key="written" className={partStyle} onClickCapture={onClickCapture} {...written} />;
    return (
      <div key="loaded" ref={part} className={partStyle}>
        <Part {...props} />
      </div>
    );
  };
  return Object.assign(inBrowser, { preload });
}

/** Presses the button that was last clicked in the server's HTML, once the part has replaced it. */
function useEarlyPress(isLoaded: boolean) {
  const part = useRef<HTMLDivElement>(null);
  const press = useRef<(loaded: HTMLElement) => void>(undefined);
  useEffect(() => {
    if (isLoaded && part.current) press.current?.(part.current);
  }, [isLoaded]);
  const onClickCapture = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    const button = (target as Element).closest("button");
    if (!button) return;
    // the part may have buttons that the server's HTML lacks
    const alike = (within: HTMLElement) =>
      [...within.querySelectorAll("button")].filter(({ textContent }) => textContent === button.textContent);
    const place = alike(currentTarget).indexOf(button);
    press.current = (loaded) => alike(loaded)[place]?.click();
  };
  return { part, onClickCapture };
}

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
