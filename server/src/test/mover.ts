// A move in a process of its own, which a test can kill. Says each step that it takes, and ends when all is moved.
// Arguments: the addresses of the source and of the target.
import { moveDatabase } from "../backup/move.ts";

const [source = "", target = ""] = process.argv.slice(2);
const { hold } = await moveDatabase(
  { connectionString: source },
  { connectionString: target },
  { onStep: console.log, onMoved: (rows) => console.log(`${rows} rows`) },
);
await hold.release();
