// Draws what every page has: the head, the bar with the sections, the search, the title, and the main part.

import type { PersonAudience } from '../access/tokens.ts';
import { type Content, type Html, h } from '../page/elements.ts';
import type { PageFiles } from '../page/file-names.ts';
import type { Language } from '../page/formats.ts';
import { type Icon, icon } from '../page/icons.ts';
import { pages } from '../page/parts.ts';
import { homes } from './addresses.ts';
import { type ConsoleWords, consoleWords } from './words.ts';

export type { Html } from '../page/elements.ts';

/**
 * The context in which a page is drawn. `person`: absent if nobody is signed in. `path`: the page's path. `here`: the
 * address to return to. `keys`: whether shortcuts are on. `hasSandbox`: whether the stage has a sandbox. `waiting`: how
 * many payments wait for the person, if the page has counted them.
 */
export type View = {
  language: Language;
  words: ConsoleWords;
  path: string;
  here: string;
  now: Date;
  brand: { name: string; files: PageFiles };
  person?: { name: string; company: string; hasChoice: boolean; room: PersonAudience } | undefined;
  keys?: 'on' | 'off';
  hasSandbox?: boolean;
};
type Person = NonNullable<View['person']>;

export const viewOf = (
  brand: View['brand'],
  language: Language,
  at: Pick<View, 'path' | 'here' | 'now'>,
  person?: Person,
): View => {
  const words = consoleWords[language];
  return {
    language,
    words,
    ...at,
    brand: { ...brand, name: brand.name || words.console },
    person,
  };
};

/**
 * A page. `heading`: the main heading, if it is not the title. `lead`: stands below it. `acts`: the buttons beside the title. `back`: the page one level above.
 * `status`: 422 if a form must be filled in again, 403 if the person must first give a code.
 */
export type Page = {
  title: string;
  heading?: Content;
  lead?: Content;
  acts?: Content;
  back?: readonly [to: string, name: string];
  body: Content;
  isNarrow?: boolean;
  status?: 403 | 422;
};

/** The names of the words that are plain text. */
type Named = {
  [Name in keyof ConsoleWords]: ConsoleWords[Name] extends string ? Name : never;
}[keyof ConsoleWords];
type Section = readonly [path: string, name: Named, sign: Icon];
/** The sections of the bar. Small screens show the first four at the bottom, and all of them in the menu. */
const sections: Readonly<Record<PersonAudience, readonly Section[]>> = {
  console: [
    ['/console', 'home', 'home'],
    ['/console/waiting', 'waitingShort', 'inbox'],
    ['/console/payments', 'payments', 'send'],
    ['/console/accounts', 'accounts', 'bank'],
    ['/console/batches', 'batches', 'layers'],
    ['/console/med', 'medShort', 'shield'],
  ],
  desk: [
    ['/desk', 'desk', 'home'],
    ['/desk/incidents', 'incidents', 'alert'],
    ['/desk/proposals', 'proposals', 'people'],
    ['/desk/networks', 'networks', 'globe'],
    ['/desk/books', 'books', 'file'],
  ],
};
const ofSandbox: Section = ['/console/sandbox', 'sandbox', 'flask'];
/** Where the search of each area leads. */
const searches = { console: '/console/payments', desk: '/desk/find' } as const;

/** Returns whether a section contains the page. The home of an area contains no other page. */
const isIn = (path: string, section: string) =>
  path === section || (section.split('/').length > 2 && path.startsWith(`${section}/`));

/**
 * Draws a page.
 * @param requestId id of the request in the log; only for errors
 */
export function drawPage(view: View, page: Page, requestId?: string): string {
  const { words, person, brand, keys } = view;
  const { files } = brand;
  const head = h.head(
    h.meta({ charset: 'utf-8' }),
    h.title(`${page.title} · ${brand.name}`),
    h.meta({ name: 'viewport', content: 'width=device-width,initial-scale=1' }),
    h.meta({ name: 'robots', content: 'noindex,nofollow' }),
    h.link({ rel: 'icon', href: `/console/${files['logo.svg'].name}` }),
    h.link({ rel: 'stylesheet', href: `/console/${files['page.css'].name}` }),
    h.script({ type: 'module', src: `/console/${files['page.js'].name}` }),
  );
  const skip = h.a({ class: 'skip', href: '#content' }, words.skip);
  const footer =
    requestId === undefined ? '' : h.footer(`${words.requestId}: `, h.span({ class: 'id' }, requestId));
  const main = drawMain(page);
  const body = person
    ? h.body(
        { class: person.room === 'desk' ? 'app desk' : 'app' },
        skip,
        drawBar(view, person),
        h.div({ class: 'page' }, drawTop(view, person), main, footer),
        drawTabs(view, person),
      )
    : h.body(
        { class: 'alone' },
        skip,
        h.header(drawBrand(view, homes.console), drawLanguage(view)),
        main,
        footer,
      );
  const off = keys === 'off' ? 'off' : undefined;
  return `<!doctype html>\n${h.html({ lang: words.languageTag, 'data-keys': off }, head, body)}`;
}

function drawMain({ title, heading, lead, acts, back, body, isNarrow }: Page): Html {
  const crumb = back ? h.a({ class: 'crumb', href: back[0] }, icon('left'), back[1]) : '';
  return h.main(
    { id: 'content', class: isNarrow ? 'narrow' : undefined },
    h.div(
      { class: 'head' },
      h.div(crumb, h.h1({ tabindex: -1 }, heading ?? title), lead ? h.p(lead) : ''),
      acts ? h.div({ class: 'acts' }, acts) : '',
    ),
    body,
  );
}

const drawBrand = ({ brand }: View, to: string): Html =>
  h.a(
    { class: 'brand', href: to },
    h.img({ src: `/console/${brand.files['logo.svg'].name}`, alt: '', width: 26, height: 26 }),
    brand.name,
  );

function drawLanguage({ words, here }: View): Html {
  const other = `/console/language?to=${encodeURIComponent(here)}&lang=${words.otherLanguage}`;
  const tag = consoleWords[words.otherLanguage].languageTag;
  return h.a({ class: 'globe', href: other, hreflang: tag, lang: tag }, icon('globe'), words.other);
}

const sectionsOf = ({ hasSandbox }: View, { room }: Person): readonly Section[] =>
  hasSandbox && room === 'console' ? [...sections.console, ofSandbox] : sections[room];

const drawSection = ({ words, path: at }: View, [path, name, sign]: Section): Html =>
  h.a(
    { href: path, 'aria-current': isIn(at, path) ? 'page' : undefined },
    icon(sign),
    words[name],
    name === 'waitingShort' ? h.span({ class: 'count', 'data-count': '/console/news', hidden: true }) : '',
  );

function drawBar(view: View, person: Person): Html {
  const { words } = view;
  const change = person.hasChoice ? h.a({ href: '/console/companies' }, words.companies) : '';
  return h.header(
    { class: 'bar', id: 'menu' },
    drawBrand(view, homes[person.room]),
    h.div({ class: 'company' }, h.bdi(person.company), change ? h.small(change) : ''),
    h.nav(
      { class: 'menu', 'aria-label': words.sections },
      sectionsOf(view, person).map((section) => drawSection(view, section)),
    ),
    h.div(
      { class: 'menu foot' },
      drawLanguage(view),
      h.a({ href: '/console/sign-out' }, icon('leave'), words.signOut),
    ),
  );
}

/** Returns the first letters of the first and the last name. */
function lettersOf(name: string): string {
  const names = name.split(' ').filter(Boolean);
  const [first = '', last = ''] = [names[0], names.length > 1 ? names.at(-1) : ''];
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase();
}

function drawTop({ words, brand }: View, { name, company, room }: Person): Html {
  const to = searches[room];
  return h.div(
    { class: 'top', role: 'region', 'aria-label': words.searchAndPerson },
    h.a(
      { class: 'brand phone', href: homes[room] },
      h.img({ src: `/console/${brand.files['logo.svg'].name}`, alt: '', width: 26, height: 26 }),
      h.bdi(company),
    ),
    h.form(
      { class: 'seek', action: to, role: 'search', 'aria-label': words.quickSearch },
      icon('search'),
      h.input({
        name: 'q',
        type: 'search',
        'aria-label': words.search,
        placeholder: room === 'desk' ? words.deskSearchHint : words.searchHint,
      }),
    ),
    h.a({ class: 'phone find', href: to, 'aria-label': words.search }, icon('search')),
    h.a(
      { class: 'who', href: '/console/me' },
      h.span({ class: 'face', 'aria-hidden': 'true' }, lettersOf(name)),
      h.span(h.bdi(name)),
    ),
  );
}

const drawTabs = (view: View, person: Person): Html =>
  h.nav(
    { class: 'tabs', 'aria-label': view.words.shortcutsOf },
    sectionsOf(view, person)
      .slice(0, 4)
      .map((section) => drawSection(view, section)),
    h.a({ href: '#menu' }, icon('menu'), view.words.menu),
  );

/** Draws the links to the previous and the next page. Draws nothing if there is only one page. */
export const drawPages = ({ words }: View, previous: string | null, next: string | null): Html | '' =>
  pages(words.pages, [
    [previous, words.newer],
    [next, words.older],
  ]);
