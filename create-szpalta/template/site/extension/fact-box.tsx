import { defineBlock, z } from 'szpalta/extension'

/** What an article is about, in a few lines: `<!-- wp:{{name}}/fact-box {"title":"…","facts":["…"]} -->`. */
export const factBox = defineBlock({
  name: '{{name}}/fact-box',
  fields: z.object({ title: z.string().min(1), facts: z.array(z.string().min(1)).min(1) }),
  page: ({ fields: { title, facts } }) => (
    <aside className="fact-box">
      <p>
        <strong>{title}</strong>
      </p>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </aside>
  ),
  // Without an `amp` of its own a link to the article's page stands in AMP.
  feed: ({ fields: { title, facts }, html: { tag, text } }) =>
    tag(
      'div',
      {},
      tag('p', {}, tag('strong', {}, text(title))),
      tag('ul', {}, ...facts.map((fact) => tag('li', {}, text(fact)))),
    ),
})
