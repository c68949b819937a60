// The search box of the reference page: shows the calls that have all the words in their method, path, name, summary or tag.

const box = document.getElementById('find');
const input = document.getElementById('wanted');
const found = document.getElementById('found');

/** @param call `method`, `path` and what the document says of it */
const hasAll = (words, { method, path, operationId, summary, tag }) => {
  const text = [method, path, operationId, summary, tag].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
};
const wordsOf = (phrase) => phrase.toLowerCase().split(/\s+/).filter(Boolean);

/** For Swagger UI. Its own search looks at tags and paths alone, and its box has no label. */
export const finding = {
  fn: {
    opsFilter: (tags, phrase) => {
      const words = wordsOf(phrase);
      const isWanted = (tag) => (one) =>
        hasAll(words, {
          method: one.get('method'),
          path: one.get('path'),
          operationId: one.getIn(['operation', 'operationId']),
          summary: one.getIn(['operation', 'summary']),
          tag,
        });
      return tags
        .map((group, tag) => group.update('operations', (all) => all.filter(isWanted(tag))))
        .filter((group) => group.get('operations').size > 0);
    },
  },
  components: { FilterContainer: () => null },
};

/** @param spec the document. @param ui returns what Swagger UI has drawn last */
export function openSearch(spec, ui) {
  const calls = Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, method, path, tag: one.tags?.[0] })),
  );
  input.addEventListener('input', () => find(ui()));
  box.hidden = false;

  function find({ layoutActions }) {
    layoutActions.updateFilter(input.value.trim());
    const words = wordsOf(input.value);
    document.body.toggleAttribute('data-finding', words.length > 0);
    const count = calls.filter((call) => hasAll(words, call)).length;
    if (words.length === 0) found.textContent = '';
    else
      found.textContent =
        count === 0 ? 'No call has all these words. Use fewer.' : `${count} of ${calls.length} calls`;
  }
  return find;
}
