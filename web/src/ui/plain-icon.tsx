import { createElement, type SVGProps } from "react";
import { classNames } from "./class-names.ts";

/** An icon in lucide's format: SVG elements by name and attributes. */
interface IconData {
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/** Replaces lucide's `createLucideIcon` (`vite.config.ts`), without its options. Decorative by default. */
export default function createPlainIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className, ...rest }: SVGProps<SVGSVGElement>) => (
    <svg aria-hidden viewBox="0 0 24 24" className={classNames("icon", className)} {...rest}>
      {shapes}
    </svg>
  );
}
