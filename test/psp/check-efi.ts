// npm run test:other -- efi FOLDER: compares lib/network/efi/documented.json with Efí's public pages, in a check-out of
// github.com/mpaivaana/error-report. Words that come from other repositories are not compared.

import { efiPages } from '../support/tools.ts';
import { compareFacts } from './compare-facts.ts';
import { end, report, say } from './judge.ts';

const folder = process.argv[2] ?? efiPages;
if (!folder) {
  say(
    'npm run test:other -- efi FOLDER\n\nFOLDER (or EFI_PAGES) is a check-out of github.com/mpaivaana/error-report, a copy of Efí’s public pages.',
  );
  process.exit(2);
}
compareFacts('efi', folder, report);
end();
