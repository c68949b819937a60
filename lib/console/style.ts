// The style sheet of the console, for screens from 320 pixels, and the headers of its pages.

import { createHash } from 'node:crypto';

export const style = `:root{color-scheme:light dark;--paper:#fff;--ground:#f2f4f6;--ink:#14181d;--soft:#56606b;--line:#dfe3e8;--act:#0a5a8a;--good:#0a6640;--warn:#8a4500;--bad:#a3151f}
@media (prefers-color-scheme:dark){:root{--paper:#181c21;--ground:#0e1114;--ink:#edf0f3;--soft:#a4aeb9;--line:#2f363e;--act:#7cc4f2;--good:#5fd39c;--warn:#f0b36b;--bad:#ff9a9a}}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--ink);font:400 16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
a{color:var(--act);text-underline-offset:3px}
a:focus-visible,h1:focus-visible{outline:3px solid currentColor;outline-offset:3px;border-radius:3px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--paper);padding:8px 12px}
body>header{background:var(--paper);border-bottom:1px solid var(--line);display:flex;flex-wrap:wrap;gap:4px 24px;align-items:center;padding:10px 24px}
body>header a,nav a{display:inline-block;padding:6px 0;min-height:24px}
body>header strong{margin-right:auto}
main{margin:0 auto;max-width:1080px;padding:28px 24px}
main.narrow{max-width:560px}
h1{font-size:24px;line-height:1.25;margin-bottom:12px}
h2{font-size:16px;margin:28px 0 10px}
p+p{margin-top:10px}
.soft{color:var(--soft);font-weight:400}
.amount{font-size:36px;line-height:1.2;font-weight:600;overflow-wrap:anywhere}
.warn{color:var(--warn)}.bad{color:var(--bad)}.good{color:var(--good)}
nav{display:flex;flex-wrap:wrap;gap:4px 20px;margin:12px 0}
nav [aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
.button{background:var(--act);color:var(--paper);border-radius:8px;display:inline-block;font-weight:600;margin-top:16px;padding:10px 18px;text-decoration:none}
.plain{background:none;border:1px solid var(--line);color:var(--ink)}
button{border:0;cursor:pointer;font:inherit}
input:not([type=checkbox]){background:var(--paper);border:1px solid var(--soft);border-radius:6px;color:inherit;font:inherit;max-width:100%;padding:9px 12px}
input[type=checkbox]{height:24px;width:24px}
input:focus-visible,button:focus-visible{outline:3px solid currentColor;outline-offset:2px}
.card+.card{margin-top:16px}.card h2{margin-top:0}table+.card{margin-top:24px}
p+table{margin-top:12px}
.card{background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:24px 28px}
table{background:var(--paper);border:1px solid var(--line);border-collapse:collapse;width:100%}
th,td{border-top:1px solid var(--line);padding:10px 14px;text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead th{border-top:0;color:var(--soft);font-size:14px;font-weight:600}
.sum{text-align:right;white-space:nowrap}
dl{display:grid;grid-template-columns:minmax(150px,30%) 1fr;gap:9px 20px}
dt{color:var(--soft)}
dd{overflow-wrap:anywhere}
.id{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:14.5px}
@media (max-width:640px){main{padding:20px 16px}body>header{padding:8px 16px}.card{padding:18px 16px}dl{grid-template-columns:1fr;gap:0}dd+dt{margin-top:12px}.amount{font-size:30px}
table,tbody,tr,td,tbody th{display:block}thead{display:none}tr{border-top:1px solid var(--line);padding:10px 14px}td,tbody th{border:0;padding:2px 0}td[data-name]::before{color:var(--soft);content:attr(data-name) ": "}.sum{text-align:left}}
`;

const hash = createHash('sha256').update(style).digest('base64');

/** The pages have this style sheet alone: no script, no picture, no frame, and forms only to ourselves. */
const contentPolicy = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The headers of every page. */
export const pageHeaders = {
  'content-security-policy': contentPolicy,
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  vary: 'accept-language, cookie',
} as const;
