import { existsSync } from "node:fs";

/** The website's build, if there is one. */
const buildFolder = new URL("../../../web/dist/", import.meta.url);
export const built = existsSync(new URL("server/entry-server.js", buildFolder));
