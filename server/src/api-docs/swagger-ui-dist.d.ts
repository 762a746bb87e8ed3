declare module "swagger-ui-dist" {
  /** The folder of the package's files. */
  export function absolutePath(): string;
}
