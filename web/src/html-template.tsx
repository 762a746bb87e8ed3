import { RouterContextProvider, useRouter } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, use } from "react";
import { TextsContext } from "./content-strings/texts.ts";
import { escapeHtml } from "./escape-html.ts";

/** What a component shows of one thing. */
export interface Face {
  /** Shown as they are, as text or within an attribute; `null` for what is missing. */
  words: Readonly<Record<string, string | number | null>>;
  /** Everything else that its HTML depends on. Few combinations stand on many pages. */
  look: Readonly<Record<string, string | number | boolean | null>>;
}

/** What an element is filled with. */
type Content = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };

/**
 * Fills elements with a component of which many stand on a page. For the server React renders each look once, with holes for
 * the words; the browser's React finds the elements that it would have made itself. The component may use the texts
 * of the site and the router; none of it may use `useId`, nor show of the visitor what the server knows.
 */
export const useTemplate: <Props extends Face>(Component: ComponentType<Props>) => (props: Props) => Content =
  import.meta.env.SSR ? useTemplateOfServer : (Component) => (props) => ({ children: <Component {...props} /> });

function useTemplateOfServer<Props extends Face>(Component: ComponentType<Props>) {
  const router = useRouter();
  const inForce = use(TextsContext);
  const { renderToString } = router.options.context;
  const render = (props: Props) =>
    renderToString!(
      <RouterContextProvider router={router}>
        <TextsContext value={inForce}>
          <Component {...props} />
        </TextsContext>
      </RouterContextProvider>,
    );
  const templates = templatesOf(Component, inForce.texts ?? noTexts);
  return (props: Props): Content => ({ dangerouslySetInnerHTML: { __html: fill(templates, props, render) } });
}

/** Text and numbers of holes in turn; the first and the last are texts. */
type Template = readonly string[];

/** By looks. */
type Templates = Map<string, Template>;

/** Far more looks than there are; about 3 KB each. */
const mostTemplates = 1_000;

const noTexts = {};
/** By the texts of the site, which are part of what templates show, and which are the same object until they change. */
const kept = new WeakMap<object, Map<unknown, Templates>>();

function templatesOf(component: unknown, texts: object): Templates {
  const ofTexts = kept.get(texts) ?? new Map<unknown, Templates>();
  const templates = ofTexts.get(component) ?? new Map<string, Template>();
  kept.set(texts, ofTexts.set(component, templates));
  return templates;
}

function fill<Props extends Face>(templates: Templates, props: Props, render: (props: Props) => string): string {
  const words = Object.values(props.words);
  const key = lookOf(props);
  let template = templates.get(key);
  if (template === undefined) {
    template = render({ ...props, words: withHoles(props.words) }).split(holes);
    if (templates.size >= mostTemplates) templates.clear();
    templates.set(key, template);
  }
  const written = words.map((word) => (typeof word === "string" ? escapeHtml(word) : word));
  let html = template[0]!;
  for (let at = 1; at < template.length; at += 2) html += written[Number(template[at])] + template[at + 1]!;
  return html;
}

/** Which words are missing is part of the look. */
function lookOf({ words, look }: Face): string {
  let key = JSON.stringify(look);
  for (const name in words) key += words[name] === null ? "-" : "+";
  return key;
}

/** A number that stands in place of a word: digits are the same in texts, attributes and addresses. */
const firstHole = 7_203_685_477_500;
const holes = /72036854775(\d\d)/;

function withHoles(words: Face["words"]): Face["words"] {
  const entries = Object.entries(words).map(([name, word], index) => {
    const hole = firstHole + index;
    return [name, word === null ? null : typeof word === "string" ? String(hole) : hole] as const;
  });
  return Object.fromEntries(entries);
}
