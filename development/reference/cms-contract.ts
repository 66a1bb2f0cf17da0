import * as z from 'zod'
import {
  CONTENTS,
  flag,
  number,
  text,
  wireArchive,
  wireArticle,
  wireCard,
  wireErrors,
  wirePage,
  wireSearch,
} from '../../src/content/wire.ts'
import { codeOf, tableOf } from './markdown.ts'

interface Field {
  path: string
  value: string
  isRequired: boolean
}

const MAX_DEPTH = 4
/** Schemas that stand for a form of values, and not for its parts. */
const NAMED = new Map<unknown, string>([
  [text, 'text'],
  [number, 'number, or text with one'],
  [flag, '`true`, 1, `"1"` or `"true"`; else false'],
])

export function cmsContractPage(): string {
  const cards = new Set(fieldsOf(wireCard).map(({ path }) => path))
  return `# What a CMS sends

Written by \`npm run docs:reference\` from the schemas by which JSON of a CMS is read (\`src/content/wire.ts\`): change those. A hub sends
these documents; WordPress and the embedded newsroom are brought into the same form.

\`false\`, \`null\`, \`""\` and \`[]\` mean that a value is absent, and a number may be text. An optional field with a wrong value is absent; a
wrong required one makes a document one that cannot be read, and readers get its last good version. Fields that no table
has are ignored.

## A card

What a list has of each article.

${fieldTableOf(wireCard)}
## An article

The fields of a card, and:

${fieldTableOf(wireArticle, cards)}
## A front page

${fieldTableOf(wirePage)}
## An archive

${fieldTableOf(wireArchive)}
## Results of a search

${fieldTableOf(wireSearch)}
## An error

It may be the whole response.

${fieldTableOf(wireErrors)}
## A block

| field | value | meaning |
| --- | --- | --- |
| \`blockName\` | text | the name in WordPress: \`core/paragraph\`, \`acf/chart\` |
| \`blockType\` | text | the short name, which counts where it is there |
| \`innerHTML\` | text | markup without that of inner blocks |
| \`innerContent\` | list of text and \`null\` | the markup in pieces, \`null\` in the place of each inner block |
| \`innerBlocks\` | list of blocks | |
| \`attrs\` | values by name | settings; those of a block of the site's own lie in \`attrs.data\` |
| \`blockContent.posts\` | list of cards | on front pages |
| \`blockContent.fields\` | values by name | on front pages: the settings |

Each type with a sample: [blocks](blocks.md).
`
}

function fieldTableOf(schema: z.ZodType, without: ReadonlySet<string> = new Set()): string {
  const rows = fieldsOf(schema)
    .filter(({ path }) => !without.has(path))
    .map(({ path, value, isRequired }) => [codeOf(path), value, isRequired ? 'yes' : 'no'])
  return tableOf(['field', 'value', 'required'], rows)
}

function fieldsOf(schema: z.ZodType, path = '', depth = 0): Field[] {
  const inner = formOf(schema)
  const contents = CONTENTS.get(inner)
  if (contents)
    return depth < MAX_DEPTH
      ? fieldsOf(contents.item, `${path}${contents.kind === 'list' ? '[]' : '.{name}'}`, depth)
      : []
  if (inner instanceof z.ZodArray) return []
  if (!(inner instanceof z.ZodObject) || depth >= MAX_DEPTH) return []
  return Object.entries<z.ZodType>(inner.shape).flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}.${name}`
    return [
      { path: own, value: formWords(field), isRequired: !field.safeParse(undefined).success },
      ...fieldsOf(field, own, depth + 1),
    ]
  })
}

/** Without what is around it: whether it may be absent, and what is read as absent. */
function formOf(schema: z.ZodType): z.ZodType {
  if (NAMED.has(schema) || CONTENTS.has(schema)) return schema
  if (schema instanceof z.ZodCatch || schema instanceof z.ZodOptional) return formOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) {
    // What is read before the schema is one of the two sides, what is made of the value the other.
    const [from, to] = [schema.def.in as z.ZodType, schema.def.out as z.ZodType]
    return from instanceof z.ZodTransform ? formOf(to) : formOf(from)
  }
  return schema
}

function formWords(schema: z.ZodType): string {
  const form = formOf(schema)
  const name = NAMED.get(form)
  if (name !== undefined) return name
  const contents = CONTENTS.get(form)
  if (contents)
    return contents.kind === 'list' ? `list of ${formWords(contents.item)}` : `${formWords(contents.item)} by name`
  if (form instanceof z.ZodArray) return 'list'
  if (form instanceof z.ZodObject) return 'fields'
  if (form instanceof z.ZodEnum) return form.options.map((option) => codeOf(String(option))).join(', ')
  if (form instanceof z.ZodLiteral) return [...form.values].map((value) => codeOf(String(value))).join(', ')
  if (form instanceof z.ZodUnion) return form.options.map((option) => formWords(option as z.ZodType)).join(' or ')
  if (form instanceof z.ZodString) return 'text'
  if (form instanceof z.ZodNumber) return 'number'
  if (form instanceof z.ZodBoolean) return '`true` or `false`'
  return 'any value'
}
