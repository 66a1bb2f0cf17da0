/** Shown and sent on by the portal (COMM-20). */
export interface ContactForm {
  id: string
  /** Identifies the form on its page. */
  tag: string
  anchor: string
  path: string
  items: FormItem[]
  submit?: string
  /** Sent back unchanged. */
  hidden: Record<string, string>
}

export type FormItem = FormField | { kind: 'note'; text: string }

export type FormField = InputField | TextareaField | ChoiceField | AcceptanceField

interface Common {
  name: string
  label: string
  isRequired: boolean
}

export const INPUT_KINDS = ['text', 'email', 'tel', 'url', 'number', 'date'] as const
export interface InputField extends Common {
  kind: (typeof INPUT_KINDS)[number]
  placeholder?: string
  value?: string
  maxLength?: number
  min?: string
  max?: string
}
export interface TextareaField extends Common {
  kind: 'textarea'
  placeholder?: string
  value?: string
  maxLength?: number
}
export const CHOICE_KINDS = ['select', 'checkbox', 'radio'] as const
export interface ChoiceField extends Common {
  kind: (typeof CHOICE_KINDS)[number]
  options: Array<{ value: string; label: string }>
  isMultiple: boolean
}
export interface AcceptanceField extends Common {
  kind: 'acceptance'
}

export type FormValues = ReadonlyMap<string, readonly string[]>

export type FormOutcome =
  | { kind: 'sent'; message?: string }
  | { kind: 'refused'; message?: string; errors: ReadonlyMap<string, string> }
  | { kind: 'unavailable' }

/** Apart from the portal's own fields. */
export const FIELD_PREFIX = 'f-'
export const FORMS_API = '/api/forms'

export function fieldsOf({ items }: ContactForm): FormField[] {
  return items.flatMap((item) => (item.kind === 'note' ? [] : [item]))
}
