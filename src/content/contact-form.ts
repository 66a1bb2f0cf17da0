/** A form of the CMS that the portal shows and sends on (COMM-20). */
export interface ContactForm {
  /** In the CMS. */
  id: string
  /** Identifies it on its page. */
  tag: string
  /** Its id in the document. */
  anchor: string
  /** Public path of its page. */
  path: string
  items: FormItem[]
  submit?: string | undefined
  /** The CMS' own fields, returned as they are. */
  hidden: Record<string, string>
}

export type FormItem = FormField | { kind: 'note'; text: string }

/** A field of a form; names are those of the CMS. */
export type FormField = InputField | TextareaField | ChoiceField | AcceptanceField

interface Common {
  name: string
  label: string
  isRequired: boolean
}

export const INPUT_KINDS = ['text', 'email', 'tel', 'url', 'number', 'date'] as const
export interface InputField extends Common {
  kind: (typeof INPUT_KINDS)[number]
  placeholder?: string | undefined
  value?: string | undefined
  maxLength?: number | undefined
  min?: string | undefined
  max?: string | undefined
}
export interface TextareaField extends Common {
  kind: 'textarea'
  placeholder?: string | undefined
  value?: string | undefined
  maxLength?: number | undefined
}
export const CHOICE_KINDS = ['select', 'checkbox', 'radio'] as const
export interface ChoiceField extends Common {
  kind: (typeof CHOICE_KINDS)[number]
  options: Array<{ value: string; label: string }>
  isMultiple: boolean
}
/** A consent. */
export interface AcceptanceField extends Common {
  kind: 'acceptance'
}

/** What a reader entered, by field. */
export type FormValues = ReadonlyMap<string, readonly string[]>

/** The result of a sent form. */
export type FormOutcome =
  | { kind: 'sent'; message?: string }
  | { kind: 'refused'; message?: string; errors: ReadonlyMap<string, string> }
  | { kind: 'unavailable' }

/** Begins the names of the fields in the portal's form, apart from its own. */
export const FIELD_PREFIX = 'f-'
/** Where it is posted. */
export const FORMS_API = '/api/forms'

export function fieldsOf({ items }: ContactForm): FormField[] {
  return items.flatMap((item) => (item.kind === 'note' ? [] : [item]))
}
