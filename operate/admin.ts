// npm run admin: operates the service from a terminal.

import { runAdmin } from './admin/program.ts';

await runAdmin(process.argv.slice(2));
