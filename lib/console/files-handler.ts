// Handles the pages of statements as files: a person requests a month, and downloads the file when it is ready. These
// pages have a function of their own, so that no other function loads the code that reads files.

import { isDefinite } from '../base/errors.ts';
import { askExport } from '../export/ask-export.ts';
import { linkSeconds } from '../export/export.ts';
import { findExport } from '../export/find-export.ts';
import { fileName } from '../export/present-export.ts';
import { exportRequest } from '../export/schemas.ts';
import type { FileDeps } from './deps.ts';
import { drawFiles, filesPath, loadFiles } from './files-page.ts';
import { type App, accountIn, accountPath, formOf, makeFrame } from './frame-handler.ts';

const ofAccount = `${filesPath}/${accountPath}` as const;

export function filesApp(deps: FileDeps): App {
  const { app, page, act, lead } = makeFrame(deps);

  page(ofAccount, async ({ caller }, view, context) => {
    const ref = accountIn(context);
    return drawFiles(view, ref, await loadFiles(deps, caller, ref), deps.now());
  });

  page(`${ofAccount}/:id{[0-9a-f]{32}}`, async ({ caller }, view, context) => {
    const ref = accountIn(context);
    const found = await findExport(deps, caller, ref, context.req.param('id') ?? '');
    const { file } = found;
    if (!file) return drawFiles(view, ref, await loadFiles(deps, caller, ref), deps.now());
    return lead(context, await deps.files.linkToRead(file.key, fileName(found), linkSeconds));
  });

  act(ofAccount, async ({ caller }, view, context) => {
    const ref = accountIn(context);
    const { month, format } = Object.fromEntries(await formOf(context));
    const locale = view.language === 'pt' ? 'pt-BR' : 'en';
    const asked = exportRequest.safeParse({ month, format, locale });
    const again = async (told: string) =>
      drawFiles(view, ref, await loadFiles(deps, caller, ref), deps.now(), told);
    if (!asked.success) return again(view.words.checkMonth);
    try {
      await askExport(deps, caller, ref, asked.data);
      return lead(context, `${filesPath}/${ref.branch}/${ref.number}`);
    } catch (error) {
      if (!isDefinite(error)) throw error;
      if (error.code === 'validation_error') return again(view.words.checkMonth);
      if (error.code === 'too_many_exports') return again(view.words.tooManyFiles);
      throw error;
    }
  });
  return app;
}
