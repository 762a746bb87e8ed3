// The documents as searchable pages: npm run docs.
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { defineConfig } from "vitepress";

const docs = join(import.meta.dirname, "..");
const cache = join(docs, "../.cache");

/** The pages of a folder, by their first headings. */
function pagesOf(folder) {
  const names = globSync(join(folder, "*.md"), { cwd: docs }).filter((name) => !name.endsWith("README.md"));
  return names
    .map((name) => {
      const [heading] = readFileSync(join(docs, name), "utf8").split("\n");
      return { text: heading.replace(/^#\s+/, ""), link: `/${name.replace(/\.md$/, "")}` };
    })
    .sort((a, b) => a.text.localeCompare(b.text, "en", { numeric: true }));
}

/** A folder's page is its README; what lies outside of this folder has no page, and no link. */
function adaptLinks({ env, tokens }) {
  for (const { children } of tokens) {
    let isOutside = false;
    for (const token of children ?? []) {
      if (token.type === "link_close" && isOutside) token.tag = "span";
      if (token.type !== "link_open") continue;
      const href = token.attrGet("href") ?? "";
      isOutside = posix.join(posix.dirname(env.relativePath), href).startsWith("../");
      if (isOutside) Object.assign(token, { tag: "span", attrs: [] });
      else token.attrSet("href", href.replace(/README\.md(?=#|$)/, "index.md"));
    }
  }
}

export default defineConfig({
  title: "Lootwise",
  description: "How the site is run, what it does, and why",
  outDir: join(cache, "docs"),
  cacheDir: join(cache, "vitepress"),
  cleanUrls: true,
  rewrites: { "README.md": "index.md", "spec/README.md": "spec/index.md" },
  markdown: { config: (md) => void md.core.ruler.push("adapt links", adaptLinks) },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: [
      { text: "Running the site", items: pagesOf("") },
      { text: "Specification", link: "/spec/", collapsed: true, items: pagesOf("spec") },
      { text: "Decisions", collapsed: true, items: pagesOf("decisions") },
      { text: "Languages", collapsed: true, items: pagesOf("translating") },
    ],
  },
});
