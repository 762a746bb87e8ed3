import type { JobHandler } from "../../platform/jobs/work.ts";
import { sweepImports } from "./commands-upload.ts";
import { type ImportWork, workOnImports } from "./commands-work.ts";

/** Checks, applies and undoes imports at the request of administrators, in any process. */
export function importJobs(work: ImportWork): JobHandler[] {
  return [
    {
      queue: "file-imports",
      // also resumes the work of a killed process
      schedule: "* * * * *",
      // one that works, and one that can check for new work meanwhile
      workers: 2,
      async run(data) {
        await workOnImports(work);
        const isScheduled = (data as { id?: number } | null)?.id === undefined;
        if (isScheduled) await sweepImports(work.db, work.folder, work.clock());
      },
    },
  ];
}
