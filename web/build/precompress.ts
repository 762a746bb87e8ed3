import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressible = /\.(js|css|svg|json|webmanifest)$/;

/** Writes a brotli and a gzip file beside each text file of the client's build, at the highest level. */
export function precompress(): Plugin {
  return {
    name: "lootwise:precompress",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    async writeBundle({ dir }) {
      const names = await readdir(join(dir!, "assets"));
      await Promise.all(
        names.filter((name) => compressible.test(name)).map((name) => compress(join(dir!, "assets", name))),
      );
    },
  };
}

async function compress(path: string): Promise<void> {
  const source = await readFile(path);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(source, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
      },
    }),
    promisify(gzip)(source, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}
