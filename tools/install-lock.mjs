// The lock of an installation: only one command at a time writes node_modules. The process that listens on a certain
// loopback port holds the lock. The operating system gives a port to only one process, and frees the port when that
// process ends for whatever reason. So no stale lock can remain. npm inherits the socket (except on Windows). So if npm
// outlives the command that started it, npm keeps the lock until it ends. The scripts of packages do not inherit the
// socket. On Linux they are recognised by an environment variable. Containers with separate networks do not see each
// other's locks.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The range lies below the ports of outgoing connections. Tests draw their ports from another range (free-port.ts). */
const range = { from: 12_000, size: 8_000 };
const kind = 'pix-cashout-install';
/** The holder of a lock answers within this time, unless it has died and only its npm is still running. */
const greetsWithinMs = 1_000;
const strangerMs = 5_000;
const npmEndsWithinMs = 900_000;
const pauseMs = 50;
/** An environment variable of npm and of all processes that npm starts. Its value is the folder. */
const sign = 'INSTALLS_INTO';

/**
 * Waits until no other command installs into a folder. Prints the name of the command for which it waits.
 * @param holder the name under which other commands show this command, with the process id
 * @param unended returns the name of the last installation in this folder, if that has not ended
 * @returns the sockets and the environment that npm inherits, and a function that releases the lock
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
    // The holder has just ended, or another program uses the port.
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

/** @returns undefined if another process holds the lock */
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
      // Node has no public property for the file descriptor. On Windows it is -1.
      const fd = server._handle?.fd ?? -1;
      const env = { ...process.env, [sign]: greeting.folder };
      resolve({ sockets: fd < 0 ? [] : [fd], env, release });
    });
  });
}

/**
 * Waits until the holder releases the lock.
 * @param recognise gets the holder's greeting, or nothing if there is none, and returns whether the holder is an
 * installation
 * @returns whether the holder was an installation
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

/** Waits for scripts of packages, which continue to run after npm was killed. */
async function waitForScripts(folder, say) {
  if (process.platform !== 'linux') return;
  const isOfInstall = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${sign}=${folder}`);
    } catch {
      // The process has ended, or belongs to another user.
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
