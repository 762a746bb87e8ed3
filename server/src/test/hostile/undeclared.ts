/** Responses that the OpenAPI document does not declare, one line each; `unexpected-errors.ts` reports them. */
export const undeclared: string[] = [];
