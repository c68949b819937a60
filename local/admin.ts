// npm run admin: what operating the service needs from a terminal.

import { runAdmin } from './admin/program.ts';

await runAdmin(process.argv.slice(2));
