// Handles the pages about the signed-in person: the person, the companies to choose from, and what operators did.

import { parseInstant } from '../base/time.ts';
import { listCompanies } from '../sign-in/sign-in.ts';
import type { ReadDeps } from './deps.ts';
import type { Frame } from './frame-handler.ts';
import { drawMe, loadMe } from './me-page.ts';
import { companiesPage } from './message-pages.ts';
import { drawOperators, loadOperators } from './operators-page.ts';

export function addMePages({ page }: Frame, deps: ReadDeps): void {
  page('/console/me', async (signedIn, view) => drawMe(view, await loadMe(deps, signedIn)));
  page('/console/companies', async (signedIn, view) =>
    companiesPage(view, await listCompanies(deps, signedIn)),
  );
  page('/console/operators', async ({ caller }, view, { req }) =>
    drawOperators(view, await loadOperators(deps, caller, parseInstant(req.query('until') ?? ''))),
  );
}
