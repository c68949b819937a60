// The lock of an install: one command at a time writes node_modules. Whoever listens on a loopback port holds it.
// The system gives a port to one process, and frees it however that process dies: no lock goes stale. npm inherits
// the socket (except on Windows), so an npm that outlives its command keeps the lock until it has ended. The scripts
// of packages do not inherit it: on Linux they are known by their environment. Containers with a network of their own
// do not see each other's lock.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Below the ports of outgoing connections, and apart from those that tests draw (free-port.ts). */
const range = { from: 12_000, size: 8_000 };
const kind = 'pix-cashout-install';
/** A holder greets at once, unless it is dead and only its npm goes on. */
const greetsWithinMs = 1_000;
const strangerMs = 5_000;
const npmEndsWithinMs = 900_000;
const pauseMs = 50;
/** Its value is the folder. npm and all that it starts have it. */
const sign = 'INSTALLS_INTO';

/**
 * Waits until no other command installs into a folder, and says for whom it waits.
 * @param holder how others call us, with the process id
 * @param unended names the install that was begun there last, if it has not ended
 * @returns the sockets and the environment that npm inherits, and how to let go of the lock
 */
export async function takeLock(folder, holder, unended) {
  const port = portOf(folder);
  let said = '';
  const say = (line) => {
    if (line !== said) process.stderr.write(`Waiting for ${line} ...\n`);
    said = line;
  };
  let knownAt = performance.now();
  for (;;) {
    const lock = await listen(port, { kind, folder, holder });
    if (lock) {
      await waitForScripts(folder, say);
      return lock;
    }
    const isKnown = await waitForHolder(port, (greeting) => {
      if (greeting) say(greeting.holder + (greeting.folder === folder ? '' : ` in ${greeting.folder}`));
      else if (unended()) say(unended());
      else return false;
      return true;
    });
    if (isKnown) knownAt = performance.now();
    else if (performance.now() - knownAt > strangerMs) throw new Error(refusal(port, 'is taken'));
    // Between a holder's end and our next attempt, and while a stranger turns us away.
    else await pause(pauseMs);
  }
}

function portOf(folder) {
  if (process.env.INSTALL_LOCK_PORT) return Number(process.env.INSTALL_LOCK_PORT);
  return range.from + (createHash('sha256').update(folder).digest().readUInt32BE() % range.size);
}

function refusal(port, what) {
  return `Port ${port} of 127.0.0.1 ${what}, and not by an install. Installs use it to wait for each other.
End what listens there, or set INSTALL_LOCK_PORT to a free port for all commands.`;
}

/** @returns undefined if somebody else holds the lock */
function listen(port, greeting) {
  const waiting = new Set();
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => waiting.delete(socket));
    socket.write(`${JSON.stringify(greeting)}\n`);
  });
  const release = () => {
    server.close();
    for (const socket of waiting) socket.destroy();
  };
  return new Promise((resolve, reject) => {
    server.on('error', ({ code }) => {
      if (code === 'EADDRINUSE') resolve(undefined);
      else reject(new Error(refusal(port, `cannot be listened on (${code})`)));
    });
    server.listen(port, '127.0.0.1', () => {
      // Node has no public name for it. It is -1 on Windows.
      const fd = server._handle?.fd ?? -1;
      const env = { ...process.env, [sign]: greeting.folder };
      resolve({ sockets: fd < 0 ? [] : [fd], env, release });
    });
  });
}

/**
 * Waits until a holder lets go of the lock.
 * @param recognise gets its greeting, or nothing if there is none, and says whether that is an install
 * @returns whether it was an install
 */
function waitForHolder(port, recognise) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    let isKnown = false;
    let patience = setTimeout(() => {
      isKnown = recognise();
      if (!isKnown) socket.destroy();
      patience = setTimeout(() => {
        isKnown = false;
        socket.destroy();
      }, npmEndsWithinMs);
    }, greetsWithinMs);
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      received += chunk;
      if (!received.includes('\n')) return;
      clearTimeout(patience);
      const greeting = greetingOf(received);
      isKnown = greeting !== undefined && recognise(greeting);
      if (isKnown) return;
      socket.destroy();
      reject(new Error(refusal(port, 'is taken')));
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(patience);
      resolve(isKnown);
    });
  });
}

/** They outlive an npm that is killed. */
async function waitForScripts(folder, say) {
  if (process.platform !== 'linux') return;
  const isOfInstall = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${sign}=${folder}`);
    } catch {
      // It has ended, or is another user's.
      return false;
    }
  };
  for (;;) {
    const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOfInstall(name));
    if (left.length === 0) return;
    say(`what a killed npm has left behind (pid ${left.join(', ')})`);
    await pause(pauseMs);
  }
}

function greetingOf(line) {
  try {
    const greeting = JSON.parse(line);
    return greeting.kind === kind ? greeting : undefined;
  } catch {
    return undefined;
  }
}
