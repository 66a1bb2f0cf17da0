import { useMessages } from '../context.ts'

/** Only bots fill in a field out of sight and of the tab order. */
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
