import * as z from 'zod'
import type { FormBlock } from '../block.ts'
import { CHOICE_KINDS, INPUT_KINDS } from '../contact-form.ts'
import { articlePath, safeHref } from '../links.ts'
import type { Normaliser } from './context.ts'
import { savedMarkup } from './raw.ts'

const words = z.string().max(2000)
const optional = words.optional().catch(undefined)
const common = { name: z.string().min(1).max(100), label: words, isRequired: z.boolean() }
const limit = z.coerce.number().int().positive().max(100_000).optional().catch(undefined)
const item = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('note'), text: words }),
  z.object({
    ...common,
    kind: z.enum(INPUT_KINDS),
    placeholder: optional,
    value: optional,
    maxLength: limit,
    min: optional,
    max: optional,
  }),
  z.object({ ...common, kind: z.literal('textarea'), placeholder: optional, value: optional, maxLength: limit }),
  z.object({
    ...common,
    kind: z.enum(CHOICE_KINDS),
    options: z.array(z.object({ value: words, label: words })).max(500),
    isMultiple: z.boolean(),
  }),
  z.object({ ...common, kind: z.literal('acceptance') }),
])
const attributes = z.object({
  wordpressForm: z.object({
    url: z.string(),
    contact: z
      .object({
        id: z.string(),
        tag: z.string(),
        path: z.string(),
        items: z.array(item),
        submit: optional,
        hidden: z.record(z.string(), words),
      })
      .optional()
      .catch(undefined),
  }),
})

/** Reads only the portal's own settings (COMM-20). */
export const form: Normaliser = function* (block, context) {
  const parsed = attributes.safeParse(block.attrs)
  const url = parsed.success ? safeHref(parsed.data.wordpressForm.url) : undefined
  if (!parsed.success || url === undefined || !/^https?:/.test(url)) return yield* savedMarkup('form', block, context)
  const { contact } = parsed.data.wordpressForm
  const made: FormBlock = {
    type: 'form',
    url,
    contact: contact && {
      ...contact,
      anchor: context.uniqueId(undefined, `formularz ${contact.tag}`),
      path: articlePath(contact.path, context.rules.service),
    },
  }
  return [made]
}
