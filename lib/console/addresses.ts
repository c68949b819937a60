// Lists the pages to which a sign-in or a change of the language may redirect. Any other address is replaced by the
// console's home, because the address could belong to somebody else.

const account = '\\d{4}/\\d{1,20}';
const pages = [
  '',
  '/cashouts/\\d{1,16}',
  '/payments',
  '/accounts',
  `/accounts/${account}`,
  `/accounts/${account}/charts`,
  '/new',
  '/me',
  '/operators',
  '/med',
  '/med/[\\w-]{1,100}',
  `/files/${account}`,
  `/webhooks/${account}`,
  `/webhooks/${account}/\\d{1,16}`,
  `/webhooks/${account}/\\d{1,16}/(deliveries/\\d{1,16}|again)`,
  '/money-back/\\d{1,16}',
  '/batches',
  '/batches/[\\da-f]{32}',
  '/sandbox',
  '/join/[\\da-f]{64}',
];
const desk = '/desk(/\\w[\\w.-]{0,199}){0,3}';
const form = new RegExp(`^(/console(${pages.join('|')})|${desk})(\\?[\\w=&.:%+-]*)?$`);

/** Returns the path if it is one of the pages above, otherwise the home of the console. */
export const pageOf = (path: string | undefined): string => (path && form.test(path) ? path : '/console');
