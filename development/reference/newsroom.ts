import { FILES } from '../../src/portal/json-schemas.ts'
import { articleMeta, FIELD_NAMES } from '../../src/sources/embedded/article-fields.ts'
import { DIRECTIVES, type DirectiveRule } from '../../src/sources/embedded/markdown/directives.ts'
import { codeOf, fenceOf, tableOf } from './markdown.ts'
import { fieldTable, typeOf } from './schema-table.ts'
import { schemaOf } from './site-folder.ts'

const HOLDS: Readonly<Record<DirectiveRule['holds'], string>> = {
  nothing: 'nothing: two colons',
  blocks: 'Markdown between three colons',
  images: 'images between three colons',
  table: 'a table between three colons',
}

/** Names may be words: the portal makes slugs of them. */
const WORDS: Readonly<Record<string, string>> = {
  date: '`YYYY-MM-DDTHH:MM`, with an offset or without',
  updated: 'as `date`',
  expires: 'as `date`',
  author: 'slug of `authors/` or name, or a list of them',
  category: 'slug or name',
  tags: 'list of slugs or names',
}

export function newsroomPage(): string {
  return `# Newsroom files

Written by \`npm run docs:reference\` from the schemas and the table of directives by which the portal reads the newsroom: change those.
What each file is for, with examples: [the newsroom](../../newsroom/README.md).

## Front matter of an article

Fields have the first name; the others are understood as well, because other generators write them so.

${frontMatterTable()}
## Directives in Markdown

A directive is a block that Markdown lacks. \`[words]\` are its title or caption, \`{name=value}\` its attributes. Without a required one
the block is empty.

${directiveTable()}
${directiveSamples()}
## authors/{slug}.yaml

${fieldTable(schemaOf(FILES.author))}
## terms.yaml

${fieldTable(schemaOf(FILES.terms))}
## series.yaml

${fieldTable(schemaOf(FILES.series))}
## menu.yaml

${fieldTable(schemaOf(FILES.menu))}
## Front matter of home.html

${fieldTable(schemaOf(FILES['front-page']))}
## Front matter of home-{name}.html

${fieldTable(schemaOf(FILES['front-page-planned']))}`
}

function frontMatterTable(): string {
  const { properties = {} } = schemaOf(articleMeta)
  const rows = Object.entries(FIELD_NAMES).map(([name, [first = name, ...others]]) => {
    const field = properties[name]
    return [
      codeOf(first),
      WORDS[name] ?? (typeof field === 'object' ? typeOf(field) : 'any value'),
      first === 'title' || first === 'date' ? 'yes' : 'no',
      others.map(codeOf).join(', '),
    ]
  })
  return tableOf(['field', 'value', 'required', 'also understood'], rows)
}

function rules(): Array<[string, DirectiveRule]> {
  return Object.entries<DirectiveRule>(DIRECTIVES)
}

function directiveTable(): string {
  const rows = rules().map(([name, { holds, attributes, required = [] }]) => [
    codeOf(name),
    HOLDS[holds],
    attributes.map((attribute) => codeOf(attribute)).join(', '),
    required.map((attribute) => codeOf(attribute)).join(', '),
  ])
  return tableOf(['directive', 'contains', 'attributes', 'required'], rows)
}

function directiveSamples(): string {
  return rules()
    .map(([name, { example }]) => `### ${name}\n\n${fenceOf('markdown', example)}`)
    .join('\n')
}
