import { existsSync } from "node:fs";

/** The website's build, and whether there is one: without it pages cannot be tried. */
export const buildFolder = new URL("../../../web/dist/", import.meta.url);
export const built = existsSync(new URL("server/entry-server.js", buildFolder));
