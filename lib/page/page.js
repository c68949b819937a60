// The script of the console. Every page works without this script. It never makes HTML from text, and the content
// policy also forbids that.

const all = (selector) => [...document.querySelectorAll(selector)];
const one = (selector) => document.querySelector(selector);
const isVisible = () => document.visibilityState === 'visible';

/** Shows the number and the sum of the marked payments beside the button. */
function watchMarks() {
  const marks = all('tbody input[name=cashout]');
  const told = one('[data-marked]');
  const whole = one('[data-mark-all]');
  if (marks.length === 0 || !told) return;
  const tell = () => {
    const marked = marks.filter(({ checked }) => checked);
    const cents = marked.reduce((sum, { dataset }) => sum + Number(dataset.cents), 0);
    told.textContent =
      marked.length === 0
        ? ''
        : `${marked.length}: ${new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency: 'BRL' }).format(cents / 100)}`;
    if (whole) whole.checked = marked.length === marks.length;
  };
  if (whole) {
    whole.closest('label').hidden = false;
    whole.addEventListener('change', () => {
      for (const mark of marks) mark.checked = whole.checked;
      tell();
    });
  }
  for (const mark of marks) mark.addEventListener('change', tell);
  // If a person comes back to the page, the browser may have kept the marks.
  addEventListener('pageshow', tell);
}

/** Shows the number of new payments. The rows of the page do not change while a person looks at them. */
function watchNews() {
  const news = one('[data-news]');
  if (!news) return;
  const look = async () => {
    if (!isVisible()) return;
    const answer = await fetch(news.dataset.news).catch(() => undefined);
    // A redirect to the sign-in means that the session has ended. The person's next click shows that.
    if (!answer?.ok || answer.redirected) return;
    const { count } = await answer.json();
    news.hidden = count === 0;
    news.querySelector('span').textContent = String(count);
  };
  setInterval(look, 30_000);
}

/**
 * Tells the server that the person has not asked for the next request, because the person may be away. Then the request
 * is no use of the session.
 */
function markUnasked(seconds) {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `__Host-unasked=1; Secure; Path=/; Max-Age=${seconds}; SameSite=Strict`;
}

/**
 * Reloads the page while its payment or batch is in progress: after 1, 2, 4 ... seconds. It stops after five minutes
 * without a change, and after half an hour in any case, until the person opens the page in another tab.
 */
function awaitEnd() {
  markUnasked(0);
  const waits = one('[data-awaits]');
  if (!waits) return;
  const key = `awaits ${location.pathname}`;
  const known = JSON.parse(sessionStorage.getItem(key) ?? '{}');
  const since = known.since ?? Date.now();
  // The number of tries belongs to the state of the payment. So after a change the short waits start again.
  const state = waits.dataset.awaits;
  const tries = known.state === state ? known.tries : 0;
  if (tries > 8 || Date.now() - since > 30 * 60_000) return;
  const again = () => {
    if (!isVisible()) return void setTimeout(again, 1_000);
    sessionStorage.setItem(key, JSON.stringify({ since, state, tries: tries + 1 }));
    markUnasked(10);
    location.reload();
  };
  setTimeout(again, Math.min(2 ** tries, 60) * 1_000);
}

/**
 * Keys: j and k move between the rows, x marks a row, Enter opens it, and a opens the check of the marked payments. No
 * key pays.
 */
function watchKeys() {
  const rows = all('tbody tr');
  if (rows.length === 0 || document.documentElement.dataset.keys === 'off') return;
  const at = () => rows.findIndex((row) => row.contains(document.activeElement));
  const go = (index) => {
    rows[Math.max(0, Math.min(rows.length - 1, index))].querySelector('a')?.focus();
  };
  const actions = {
    j: () => go(at() + 1),
    k: () => go(at() < 0 ? 0 : at() - 1),
    x: () => rows[at()]?.querySelector('input[type=checkbox]')?.click(),
    a: () => one('[data-review]')?.click(),
  };
  addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey, isComposing }) => {
    if (ctrlKey || metaKey || altKey || isComposing) return;
    if (target.matches('input:not([type=checkbox]), select, textarea')) return;
    actions[key]?.();
  });
}

/** Encodes bytes in base64url. */
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Returns the answer of a passkey as JSON. The objects of some password managers have no `toJSON`, so it is not used. */
function answerOf({ rawId, type, response }) {
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'];
  const bytes = parts.filter((name) => response[name]).map((name) => [name, textOf(response[name])]);
  const transports = response.getTransports?.();
  const id = textOf(rawId);
  return JSON.stringify({ id, rawId: id, type, response: { ...Object.fromEntries(bytes), transports } });
}

/** Sends a form after a passkey has signed its challenge. The passkey is requested only when the person clicks. */
function offerPasskeys() {
  const { PublicKeyCredential: kind } = globalThis;
  if (!kind?.parseRequestOptionsFromJSON || !kind.parseCreationOptionsFromJSON) return;
  for (const form of all('form[data-passkey]')) {
    const { answer } = form.elements;
    const failed = form.querySelector('[role=alert]');
    form.hidden = false;
    for (const codes of all('[data-codes]')) codes.open = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      failed.hidden = true;
      const asked = JSON.parse(form.dataset.passkey);
      try {
        const passkey = await (asked.rp
          ? navigator.credentials.create({ publicKey: kind.parseCreationOptionsFromJSON(asked) })
          : navigator.credentials.get({ publicKey: kind.parseRequestOptionsFromJSON(asked) }));
        answer.value = answerOf(passkey);
        form.submit();
      } catch {
        failed.hidden = false;
      }
    });
  }
}

/** Shows beside the section's name how many payments wait for the person. The number is kept for half a minute. */
async function countWaiting() {
  const places = all('[data-count]');
  if (places.length === 0) return;
  const known = JSON.parse(sessionStorage.getItem('waiting') ?? '{}');
  const isFresh = /^\/console(\/waiting|\/decide|\/reject)?$/.test(location.pathname);
  let { count } = known;
  if (isFresh || !(Date.now() - known.at < 30_000)) {
    const answer = await fetch(places[0].dataset.count).catch(() => undefined);
    if (!answer?.ok || answer.redirected) return;
    ({ count } = await answer.json());
    sessionStorage.setItem('waiting', JSON.stringify({ count, at: Date.now() }));
  }
  for (const place of places) {
    place.textContent = count > 99 ? '99+' : String(count);
    place.hidden = count === 0;
  }
}

/** Shows the buttons that need a script: one that prints the page, and one for each id that copies it. */
function offerButtons() {
  for (const button of all('[data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => print());
  }
  for (const button of all('[data-copy]')) {
    button.hidden = !navigator.clipboard;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = button.dataset.copied;
    });
  }
}

watchMarks();
watchNews();
void countWaiting();
offerButtons();
awaitEnd();
watchKeys();
offerPasskeys();
