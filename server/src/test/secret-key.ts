import { openSecretKey } from "../platform/process/secret-key.ts";

/** SECRET_KEY of every test app. */
export const testSecret = "the secret of every test app, which".replaceAll(" ", "-");

export const secretKey = await openSecretKey({ secretKey: testSecret, dataDir: "" });
