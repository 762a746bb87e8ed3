/** What apps of this test file have sent against the OpenAPI document, one line each; `unexpected-errors.ts` looks at it. */
export const undeclared: string[] = [];
