import { createElement, type SVGProps } from "react";
import { classNames } from "./class-names.ts";

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** An icon as lucide describes it: elements of SVG, each a name and its attributes. */
interface IconData {
  node: readonly Shape[];
}

/**
 * Stands in for lucide's own `createLucideIcon` in the built site (`build/substitutes.ts`), which brings code for many options
 * to every page and work to every icon of every page that the server renders. Icons are decoration: the words are beside them.
 */
export default function createPlainIcon({ node }: IconData) {
  // the same elements, but written out once for all pages that the server renders
  const shapes = import.meta.env.SSR
    ? { dangerouslySetInnerHTML: { __html: node.map(markup).join("") } }
    : { children: node.map(([tag, attributes]) => createElement(tag, attributes)) };
  return ({ className, ...rest }: SVGProps<SVGSVGElement>) => (
    <svg aria-hidden viewBox="0 0 24 24" className={classNames("icon", className)} {...rest} {...shapes} />
  );
}

function markup([tag, { key: _, ...attributes }]: Shape): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${written.join("")}/>`;
}
