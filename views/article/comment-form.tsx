import type { CSSProperties } from 'react'
import type { CommentFields, CommentProblem } from '../../src/content/comment-form.ts'
import { COMMENTS_API } from '../../src/content/public-paths.ts'
import { FIELD_STYLE, Honeypot } from '../components/form-parts.tsx'
import { useService } from '../context.ts'

interface CommentFormProps {
  articlePath: string
  parent?: string
  values?: CommentFields
  problems?: readonly CommentProblem[]
}

const FORM: CSSProperties = { display: 'grid', gap: 'var(--space-3)', justifyItems: 'start' }
const FIELD: CSSProperties = { width: '100%' }
const TEXT: CSSProperties = { ...FIELD_STYLE, minHeight: '9rem', resize: 'vertical' }

export function CommentForm({ articlePath, parent, values, problems = [] }: CommentFormProps) {
  const { messages, group } = useService()
  const { comments } = messages
  const errorOf = (name: CommentProblem): { id: string; text: string } | undefined =>
    problems.includes(name) ? { id: `formularz-${name}-blad`, text: comments.problems[name] } : undefined
  const textError = errorOf('text') ?? errorOf('tooLong')
  return (
    <form id="formularz-komentarza" action={COMMENTS_API} method="post" style={FORM}>
      <input type="hidden" name="article" value={articlePath} />
      {parent !== undefined && <input type="hidden" name="parent" value={parent} />}
      <Field id="formularz-text" label={comments.text} error={textError}>
        {(described) => (
          <textarea {...described} name="comment" required rows={6} defaultValue={values?.text} style={TEXT} />
        )}
      </Field>
      <Field id="formularz-name" label={comments.name} error={errorOf('name')}>
        {(described) => (
          <input
            {...described}
            name="author"
            type="text"
            required
            autoComplete="name"
            defaultValue={values?.name}
            style={FIELD_STYLE}
          />
        )}
      </Field>
      <Field id="formularz-email" label={comments.email} error={errorOf('email')}>
        {(described) => (
          <input
            {...described}
            name="email"
            type="email"
            required
            autoComplete="email"
            defaultValue={values?.email}
            style={FIELD_STYLE}
          />
        )}
      </Field>
      <Honeypot />
      {group.privacyPolicy !== undefined && (
        <p>
          {comments.consent} <a href={group.privacyPolicy}>{comments.privacy}</a>
        </p>
      )}
      <button className="button" type="submit">
        {comments.submit}
      </button>
    </form>
  )
}

interface Described {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps {
  id: string
  label: string
  error: { id: string; text: string } | undefined
  children: (described: Described) => React.ReactNode
}

function Field({ id, label, error, children }: FieldProps) {
  return (
    <div className="field" style={FIELD}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error && true, 'aria-describedby': error?.id })}
      {error && (
        <p className="field-error" id={error.id}>
          {error.text}
        </p>
      )}
    </div>
  )
}
