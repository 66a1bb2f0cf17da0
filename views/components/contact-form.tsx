import type { CSSProperties, ReactNode } from 'react'
import {
  type ChoiceField,
  type ContactForm as Contact,
  FIELD_PREFIX,
  FORMS_API,
  type FormField,
  type FormValues,
} from '../../src/content/contact-form.ts'
import { useMessages } from '../context.ts'
import { FIELD_STYLE, Honeypot } from './form-parts.tsx'

interface ContactFormProps {
  form: Contact
  values?: FormValues
  errors?: ReadonlyMap<string, string>
}

const FORM: CSSProperties = {
  display: 'grid',
  gap: 'var(--space-4)',
  justifyItems: 'start',
  font: '400 var(--size-2) / 1.5 var(--font-display)',
}
const LEGEND: CSSProperties = { padding: 0, fontWeight: 650 }
const FIELD: CSSProperties = { width: '100%', margin: 0, padding: 0, border: 0, minWidth: 0 }
const TEXT: CSSProperties = { ...FIELD_STYLE, minHeight: '9rem', resize: 'vertical' }

export function ContactForm({ form, values = new Map(), errors = new Map() }: ContactFormProps) {
  const { forms } = useMessages()
  const { anchor } = form
  return (
    <form id={anchor} action={FORMS_API} method="post" aria-label={forms.label} style={FORM}>
      <input type="hidden" name="article" value={form.path} />
      <input type="hidden" name="form" value={form.tag} />
      {form.items.map((item, index) =>
        item.kind === 'note' ? (
          <p key={index}>{item.text}</p>
        ) : (
          <Field
            key={index}
            field={item}
            id={`${anchor}-${index}`}
            values={values.get(item.name)}
            error={errors.get(item.name)}
          />
        ),
      )}
      <Honeypot />
      <button className="button" type="submit">
        {form.submit ?? forms.submit}
      </button>
    </form>
  )
}

interface FieldProps<F extends FormField = FormField> {
  field: F
  id: string
  values: readonly string[] | undefined
  error: string | undefined
}

function Field(props: FieldProps) {
  const { field, id, error } = props
  const message = error !== undefined && (
    <p className="field-error" id={`${id}-blad`}>
      {error}
    </p>
  )
  if (field.kind === 'checkbox' || field.kind === 'radio') {
    return (
      <fieldset className="field" style={FIELD} aria-describedby={error && `${id}-blad`}>
        <legend style={LEGEND}>
          <Label field={field} />
        </legend>
        <Choices {...props} field={field} />
        {message}
      </fieldset>
    )
  }
  return (
    <div className="field" style={FIELD}>
      {field.kind !== 'acceptance' && (
        <label htmlFor={id}>
          <Label field={field} />
        </label>
      )}
      <Control {...props} />
      {message}
    </div>
  )
}

function Label({ field }: { field: FormField }) {
  const { forms } = useMessages()
  return (
    <>
      {field.label}
      {field.isRequired && ` ${forms.required}`}
    </>
  )
}

function Control({ field, id, values, error }: FieldProps): ReactNode {
  const { forms } = useMessages()
  const common = {
    id,
    name: FIELD_PREFIX + field.name,
    required: field.isRequired,
    'aria-invalid': error === undefined ? undefined : (true as const),
    'aria-describedby': error && `${id}-blad`,
  }
  switch (field.kind) {
    case 'textarea': {
      const { placeholder, maxLength, value } = field
      return (
        <textarea
          {...common}
          {...{ placeholder, maxLength }}
          rows={6}
          defaultValue={values?.[0] ?? value}
          style={TEXT}
        />
      )
    }
    case 'select': {
      const chosen = field.isMultiple ? [...(values ?? [])] : (values?.[0] ?? '')
      return (
        <select {...common} multiple={field.isMultiple} defaultValue={chosen} style={FIELD_STYLE}>
          {!field.isMultiple && !field.options.some(({ value }) => value === '') && (
            <option value="">{forms.choose}</option>
          )}
          {field.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )
    }
    case 'acceptance':
      return (
        <label className="consent">
          <input {...common} type="checkbox" value="1" defaultChecked={values !== undefined} />
          <span>
            <Label field={field} />
          </span>
        </label>
      )
    case 'checkbox':
    case 'radio':
      return null
    default: {
      const { kind, placeholder, maxLength, min, max, value } = field
      // A shortened e-mail address or URL would be another.
      const limits = { placeholder, maxLength: kind === 'text' ? maxLength : undefined, min, max }
      return <input {...common} {...limits} type={kind} defaultValue={values?.[0] ?? value} style={FIELD_STYLE} />
    }
  }
}

/** HTML cannot require one of several; the CMS checks. */
function Choices({ field, values }: FieldProps<ChoiceField>) {
  return field.options.map(({ value, label }) => (
    <label key={value} className="consent">
      <input
        type={field.kind === 'radio' ? 'radio' : 'checkbox'}
        name={FIELD_PREFIX + field.name}
        value={value}
        required={field.isRequired && field.kind === 'radio'}
        defaultChecked={values?.includes(value)}
      />
      <span>{label}</span>
    </label>
  ))
}
