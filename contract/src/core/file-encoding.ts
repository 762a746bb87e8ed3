import { z } from "zod";

/** Encodings of files without a byte order mark or a declaration. */
export const fileEncodings = ["utf-8", "windows-1252"] as const;

export const FileEncoding = z.enum(fileEncodings);
export type FileEncoding = z.output<typeof FileEncoding>;
