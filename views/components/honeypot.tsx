import { useMessages } from '../context.ts'

/** A field out of sight and outside the tab order, so that only bots fill it in. */
export function Honeypot() {
  const { newsletter } = useMessages()
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        {newsletter.honeypot}
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
