import { createElement, type SVGProps } from "react";

/** An icon as lucide describes it: elements of SVG, each a name and its attributes. */
interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

/**
 * Stands in for lucide's own `createLucideIcon` in the built site (`build/substitutes.ts`), which brings code for many options
 * to every page and work to every icon of every page that the server renders. Icons are decoration: the words are beside them.
 */
export default function createPlainIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return (props: SVGProps<SVGSVGElement>) => (
    <svg
      aria-hidden
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {shapes}
    </svg>
  );
}
