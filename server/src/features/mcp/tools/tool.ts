import type { Call } from "contract/core/call.ts";
import type { Scope } from "contract/scopes.ts";
import { z } from "zod";

/** What a tool returns: data by its schema, and a few lines that say the same. */
export interface Answer {
  data: Record<string, unknown>;
  lines: string[];
}

export interface ToolContext {
  /** Makes the site's calls as the assistant's caller, with the caller's permissions and limits. Throws `AppError`. */
  call: Call;
  /** The absolute address of a game's page. */
  addressOf(id: number): string;
}

/**
 * A tool for assistants (spec/mcp 2). `scope`: only with a key that has it, and the permission that it makes use of;
 * `undefined` = for everybody.
 */
export interface Tool<Input extends z.ZodRawShape = z.ZodRawShape, Output extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  scope?: Scope;
  /** Whether it changes anything. */
  writes?: true;
  input: Input;
  output: Output;
  run(input: z.output<z.ZodObject<Input>>, context: ToolContext): Promise<Answer>;
}

export function tool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(declared: Tool<Input, Output>): Tool {
  return declared as unknown as Tool;
}

export const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/)
  .optional()
  .describe("Country whose prices to read, as ISO 3166 alpha-2, such as DE; default: the site's own");
export const gameId = z.number().int().positive().describe("Id of a game, from search_games");
export const limit = (most: number) => z.number().int().min(1).max(most).default(5);

/** Text from outside as one short line: it is data, whatever it says. */
export function plain(text: string, max = 100): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  return [...line].length > max ? `${[...line].slice(0, max - 1).join("")}…` : line;
}

/** The same in quotation marks, for lines. */
export const quoted = (text: string) => JSON.stringify(plain(text));
