import * as z from 'zod'
import { type ContactForm, type FormOutcome, type FormValues, fieldsOf } from '../../content/contact-form.ts'
import { beginningOfText } from '../../content/graphemes.ts'
import type { Span } from '../../observability/tracing/span.ts'
import { parseWellFormed } from '../../system/well-formed.ts'
import type { FormClient } from '../upstream/form-client.ts'
import { wordsOf } from './text.ts'

export interface FormDesk {
  /**
   * @param client the reader's IP address
   * @throws {SourceError} when WordPress is unavailable
   */
  send(form: ContactForm, values: FormValues, client: string, span?: Span): Promise<FormOutcome>
}

/** Milliseconds; WordPress first sends a mail. */
const DEADLINE_MS = 10_000
const MAX_RESPONSE_BYTES = 64 * 1024

const feedback = z.object({
  status: z.string(),
  message: z.string().optional().catch(undefined),
  invalid_fields: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .max(100)
    .catch([]),
})
const REFUSALS = new Set(['validation_failed', 'acceptance_missing', 'spam', 'aborted', 'mail_failed'])

export function createFormDesk(forms: FormClient): FormDesk {
  return {
    async send(form, values, client, span) {
      const fields = new FormData()
      for (const [name, value] of Object.entries(form.hidden)) fields.append(name, value)
      for (const { name } of fieldsOf(form)) {
        for (const value of values.get(name) ?? []) fields.append(name, value)
      }
      const path = `/wp-json/contact-form-7/v1/contact-forms/${form.id}/feedback`
      const sent = { fields, client, deadline: DEADLINE_MS, maxBytes: MAX_RESPONSE_BYTES, span }
      const { text } = await forms.post({ path, ...sent })
      return outcomeOf(text)
    },
  }
}

function outcomeOf(body: string): FormOutcome {
  const parsed = feedback.safeParse(jsonOf(body))
  if (!parsed.success) return { kind: 'unavailable' }
  const { status, message: raw, invalid_fields: invalid } = parsed.data
  const message = raw === undefined ? undefined : beginningOfText(wordsOf(raw), MAX_MESSAGE)
  const own = { message: message || undefined }
  if (status === 'mail_sent') return { kind: 'sent', ...own }
  if (!REFUSALS.has(status)) return { kind: 'unavailable' }
  const errors = new Map(
    invalid.map(({ field, message: problem }) => [field, beginningOfText(wordsOf(problem), MAX_MESSAGE)]),
  )
  return { kind: 'refused', ...own, errors }
}

const MAX_MESSAGE = 1000

function jsonOf(text: string): unknown {
  try {
    return parseWellFormed(text)
  } catch {
    return undefined
  }
}
