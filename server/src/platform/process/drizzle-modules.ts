import { registerHooks } from "node:module";

/**
 * For each file that a package imports by a relative path, Node parses the package's whole `exports` to learn the
 * module type. Drizzle's `exports` are 180 KB: that takes a third of the start. Its files are known to be ES modules.
 * Import this before Drizzle.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    const known = parentURL && isDrizzles(parentURL) && /^\.\.?\/.*\.js$/.test(specifier);
    if (!known) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});

function isDrizzles(url: string): boolean {
  return url.endsWith(".js") && url.includes("/node_modules/drizzle-orm/");
}
