// Prepares a start, for machines where a service runs the site instead of `npm start`.
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();
