import type { JobHandler } from "../../platform/jobs/work.ts";
import { sweepImports } from "./commands-upload.ts";
import { type ImportWork, workOnImports } from "./commands-work.ts";

/** Checks, applies and undoes what administrators ask for, in whatever process finds the time. */
export function importJobs(work: ImportWork): JobHandler[] {
  return [
    {
      queue: "file-imports",
      // also resumes what a killed process left
      schedule: "* * * * *",
      // one at work, one that looks whether another process should be
      workers: 2,
      async run(data) {
        await workOnImports(work);
        const isScheduled = (data as { id?: number } | null)?.id === undefined;
        if (isScheduled) await sweepImports(work.db, work.folder, work.clock());
      },
    },
  ];
}
