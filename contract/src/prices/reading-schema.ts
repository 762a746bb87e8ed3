import { z } from "zod";
import { StoreKey } from "../stores/store-key.ts";
import { readingKinds, readingOrigins, readingStates } from "./reading-rules.ts";

const count = z.number().int().nonnegative();
const moment = z.string();

/** One pass over a source of prices. */
export const Reading = z
  .object({
    id: z.number().int(),
    kind: z.enum(readingKinds),
    source: z.string().meta({ description: "Key of the source, or name of the file" }),
    store: StoreKey.nullable().meta({ description: "`null` = several" }),
    country: z.string().nullable(),
    origin: z.enum(readingOrigins).meta({ description: "What triggered it" }),
    started_by: z.string().nullable(),
    state: z.enum(readingStates).meta({
      description:
        "`held`: its prices collapsed, and it is not applied until an administrator does; `dropped`: it was held " +
        "and replaced by a later reading of the source; `failed`: it ended early, its changes up to then are kept",
    }),
    begun_at: moment,
    ended_at: moment.nullable(),
    seen: count.meta({ description: "Number of products or rows read" }),
    changed: count.meta({ description: "Offers that are new or differ in any part; of past prices records added" }),
    held: count.meta({ description: "Offers held for review" }),
    problem: z.string().nullable().meta({ description: "Reason why it is held" }),
    undoable: z.boolean().meta({ description: "Whether it can be undone: for 30 days after its end" }),
    undone_at: moment.nullable(),
    undone_by: z.string().nullable(),
    taken_back: count.meta({ description: "Offers restored by the undo" }),
  })
  .meta({ id: "Reading" });
export type Reading = z.output<typeof Reading>;
