import { CHART_KINDS } from '../../content/normalise/figures.ts'
import { DIRECTIVES, type DirectiveRule } from '../../sources/embedded/markdown/directives.ts'
import type { AttributeName, DeskWords, DirectiveName } from './desk-words.ts'
import { DATETIME, type FormField } from './form-fields.ts'

/** A button of the text's toolbar, made from the table that the parser reads. */
export interface DeskComponent {
  name: string
  label: string
  holds: DirectiveRule['holds']
  hasLabel: boolean
  attributes: ReadonlyArray<{ name: string; isFlag: boolean }>
  fields: FormField[]
}

const ATTRIBUTES: Readonly<Partial<Record<AttributeName, { widget: string; [setting: string]: unknown }>>> = {
  time: DATETIME,
  date: DATETIME,
  pinned: { widget: 'boolean', default: false },
  last: { widget: 'boolean', default: false },
  columns: { widget: 'number', value_type: 'int', min: 1, max: 8 },
  duration: { widget: 'number', value_type: 'int', min: 1 },
  poster: { widget: 'image' },
  type: { widget: 'select', options: CHART_KINDS },
  size: { widget: 'select', options: ['L'] },
}

export function deskComponents(words: DeskWords): DeskComponent[] {
  const rules: Readonly<Record<DirectiveName, DirectiveRule>> = DIRECTIVES
  return (Object.keys(DIRECTIVES) as DirectiveName[]).map((name) => {
    const { holds, attributes, required = [], example } = rules[name]
    const hasLabel = example.startsWith(':') && /^:{2,}[a-z-]+\[/.test(example)
    const named = attributes as readonly AttributeName[]
    return {
      name,
      label: words.directives[name],
      holds,
      hasLabel,
      attributes: named.map((attribute) => ({ name: attribute, isFlag: ATTRIBUTES[attribute]?.widget === 'boolean' })),
      fields: [
        ...(hasLabel ? [{ name: 'label', label: words.label, widget: 'string', required: false }] : []),
        ...named.map((attribute) => ({
          name: attribute,
          label: words.attributes[attribute],
          widget: 'string',
          required: required.includes(attribute),
          ...ATTRIBUTES[attribute],
        })),
        ...contentOf(holds, words),
      ],
    }
  })
}

function contentOf(holds: DirectiveRule['holds'], words: DeskWords): FormField[] {
  const { fields, hints } = words
  switch (holds) {
    case 'blocks':
      return [{ name: 'markdown', label: fields.markdown, widget: 'text' }]
    case 'images':
      return [
        {
          name: 'images',
          label: fields.images,
          widget: 'list',
          default: [],
          fields: [
            { name: 'src', label: fields.src, widget: 'image' },
            { name: 'alt', label: fields.alt, widget: 'string', hint: hints.alt },
            { name: 'caption', label: fields.caption, widget: 'string', required: false },
          ],
        },
      ]
    case 'table':
      return [{ name: 'table', label: fields.table, widget: 'text', hint: hints.table }]
    case 'nothing':
      return []
  }
}
