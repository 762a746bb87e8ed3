import { registerHooks } from "node:module";

/**
 * Node reads the whole `exports` of a package anew for each file of it that another imports by a relative path, to learn
 * what kind of module it is. Drizzle's are 180 KB, and a hundred files of it are read at every start: half of the start's
 * computing. That they are ES modules is known. Imported before anything that imports Drizzle is.
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
