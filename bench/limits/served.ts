// Runs the service behind a gateway with a given client limit, as a child process of bench/limits.ts. It sends its
// address to the parent process.

import { freePort } from '../../local/free-port.ts';
import { openGateway } from '../../local/gateway/serve.ts';
import { openStage } from '../stage.ts';

const [perSecond = '25', burst = '50'] = process.argv.slice(2);
const stage = await openStage('limits', undefined, {
  CLIENT_REQUESTS_PER_SECOND: perSecond,
  CLIENT_REQUESTS_BURST: burst,
});

// The person who measures must see faults, so errors are printed.
stage.deps.log.error = (message, fields, error) => console.error(message, fields, error);
const port = await freePort();
const gateway = await openGateway(port);
gateway.open(stage.service, (functionKey, event) => stage.invoke(functionKey, event));
/**
 * Reports the CPU time of this process so far, in milliseconds. CPU time depends little on other load of the machine.
 */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000 });
});
process.once('disconnect', async () => {
  await gateway.close();
  await stage.close();
  process.exit(0);
});
process.send?.({ url: `http://localhost:${port}` });
