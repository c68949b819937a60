// The service behind a gateway, in its own process, with a given client limit. Sends its address to its parent. A child
// of bench/limits.ts.

import { freePort } from '../../local/free-port.ts';
import { openGateway } from '../../local/gateway/serve.ts';
import { openStage } from '../stage.ts';

const [perSecond = '25', burst = '50'] = process.argv.slice(2);
const stage = await openStage('limits', undefined, {
  CLIENT_REQUESTS_PER_SECOND: perSecond,
  CLIENT_REQUESTS_BURST: burst,
});

// Faults must be visible to the person who measures.
stage.deps.log.error = (message, fields, error) => console.error(message, fields, error);
const port = await freePort();
const gateway = await openGateway(port);
gateway.open(stage.service, (functionKey, event) => stage.invoke(functionKey, event));
/** CPU time of this process so far, in milliseconds, which depends little on other load. */
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
