// Contains the style sheet of a receipt's page, for screens from 320 pixels, A4 and paper rolls.

import { createHash } from 'node:crypto';
import { colourRules } from '../page/colours.ts';

export const style = `${colourRules}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--ink);font:400 16px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;padding:32px 16px;-webkit-text-size-adjust:100%}
main{background:var(--paper);border:1px solid var(--line);border-radius:12px;margin:0 auto;max-width:680px;overflow:hidden}
header,section,footer{padding:28px 36px}
header{display:flex;flex-wrap:wrap;gap:4px 24px;justify-content:space-between;align-items:baseline;padding-bottom:0}
h1{font-size:17px;font-weight:600}
.from{color:var(--soft);font-size:14px}
h2{font-size:13px;font-weight:600;color:var(--soft);margin-bottom:10px}
.sum{padding-top:24px}
.amount{font-size:44px;line-height:1.15;font-weight:600;letter-spacing:-.02em;overflow-wrap:anywhere}
.state{font-weight:600;margin-top:10px}
.state svg{width:18px;height:18px;vertical-align:-3px;margin-right:7px}
.good{color:var(--good)}.back{color:var(--back)}.bad{color:var(--bad)}
.soft{color:var(--soft);font-size:14px}
.test{background:var(--bad-soft);border-radius:8px;color:var(--bad);font-weight:600;margin:24px 36px 0;padding:10px 16px}
.parties{border-top:1px solid var(--line);display:grid;grid-template-columns:1fr 1fr;gap:0 36px}
.parties p{overflow-wrap:anywhere}
.name{font-weight:600}
dl{display:grid;grid-template-columns:minmax(150px,34%) 1fr;gap:9px 20px;align-items:baseline}
dt{color:var(--soft)}
dd{overflow-wrap:anywhere}
.lines{border-top:1px solid var(--line)}
.id{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:14.5px}
.proof{border-top:1px solid var(--line);display:grid;grid-template-columns:132px 1fr;gap:28px;align-items:center}
.qr{background:#fff;width:132px;height:132px}
@media screen and (prefers-color-scheme:dark){.qr{border-radius:6px;padding:14px}}
.qr svg{display:block;width:100%;height:100%}
.proof h2{color:var(--ink);font-size:15px;margin-bottom:4px}
a{color:inherit;overflow-wrap:anywhere;text-underline-offset:3px}
.proof a{display:inline-block;font-size:14px;margin-top:4px}
footer{border-top:1px solid var(--line);display:flex;flex-wrap:wrap;gap:4px 24px;justify-content:space-between;padding-block:18px}
.print{display:none}
a:focus-visible{outline:3px solid currentColor;outline-offset:3px;border-radius:3px}
@media (max-width:520px){body{padding:0;background:var(--paper)}main{border:0;border-radius:0}header,section,footer{padding:22px 20px}header{padding-bottom:0}.sum{padding-top:18px}.amount{font-size:36px}.test{margin:18px 20px 0}.parties{grid-template-columns:1fr;gap:22px}dl{grid-template-columns:1fr;gap:0}dd+dt{margin-top:12px}dt{font-size:14px}.proof{grid-template-columns:112px 1fr;gap:18px;align-items:start}.qr{width:112px;height:112px}footer{padding-block:16px}}
@page{margin:16mm}
@media print{:root{color-scheme:light;--paper:#fff;--ground:#fff;--ink:#000;--soft:#444;--line:#bbb;--good:#000;--back:#000;--bad:#000}body{padding:0;font-size:11pt}main{border:0;border-radius:0;max-width:none}header,section,footer{padding-inline:0;break-inside:avoid}.test{margin-inline:0}.screen{display:none}.print{display:inline}h2,.soft{font-size:10pt}.qr{width:34mm;height:34mm}.proof{grid-template-columns:34mm 1fr}}
@media print and (max-width:88mm){@page{margin:4mm}body{font-size:9pt}.amount{font-size:20pt}header,section,footer{padding-block:3mm}.parties,dl,.proof{grid-template-columns:1fr;gap:1mm}.parties{gap:3mm}.soft,.id,h2{font-size:8pt}section{break-inside:auto}}
`;

/** The page's content policy, which allows only this style sheet and no other content. */
export const contentPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
