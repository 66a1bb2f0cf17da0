import { TEMPLATES } from '../../languages/templates.ts'
import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import { offsetAt } from '../../system/time-zone.ts'
import { EXAMPLES } from './examples.ts'
import { fields, type NewSite } from './site-files.ts'

/** The article explains the next steps. */
export function newsroomFiles(site: NewSite, now: number): Record<string, string> {
  const { name, title, language, timeZone, homeId } = site
  const { author, category, homeSlug, article, steps } = EXAMPLES[language]
  // Local, without seconds and offset.
  const date = new Date(now + offsetAt(now, timeZone)).toISOString().slice(0, 16)
  const service = `newsroom/${name}`
  return {
    [`${service}/home.html`]: page({ id: Number(homeId), slug: homeSlug, title }, [
      '<!-- wp:acf/big-posts {"posts":{"limit":4}} /-->',
      '<!-- wp:acf/list-posts {"posts":{"limit":12}} /-->',
    ]),
    [`${service}/terms.yaml`]: `# Names of categories and tags. "${NEWEST_CATEGORY}" is the list of all articles.
${fields({ categories: [category, { slug: NEWEST_CATEGORY, name: TEMPLATES[language].newest }], tags: [] })}
`,
    [`${service}/articles/${article.slug}.html`]: page(
      {
        title: article.title,
        lead: article.lead,
        date,
        author: author.slug,
        category: category.slug,
        tags: [],
      },
      [
        paragraph(article.before),
        `<!-- wp:heading -->\n<h2 class="wp-block-heading">${article.heading}</h2>\n<!-- /wp:heading -->`,
        list(steps(name)),
        paragraph(article.after),
      ],
    ),
    [`newsroom/authors/${author.slug}.yaml`]: `${fields({
      name: author.name,
      description: author.description,
      since: date.slice(0, 10),
    })}\n`,
  }
}

function page(frontMatter: object, blocks: readonly string[]): string {
  return `---\n${fields(frontMatter)}\n---\n${blocks.join('\n\n')}\n`
}

function paragraph(html: string): string {
  return `<!-- wp:paragraph -->\n<p>${html}</p>\n<!-- /wp:paragraph -->`
}

function list(items: readonly string[]): string {
  const written = items.map((item) => `<!-- wp:list-item -->\n<li>${item}</li>\n<!-- /wp:list-item -->`)
  return `<!-- wp:list {"ordered":true} -->\n<ol class="wp-block-list">${written.join('\n\n')}</ol>\n<!-- /wp:list -->`
}
