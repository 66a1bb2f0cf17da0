import { formatDay, parseDate } from '../../src/content/dates.ts'
import { isAdvertising } from '../../src/integrations/for-service.ts'
import { STATEMENTS } from '../../src/languages/accessibility/statements.ts'
import { isBundledLanguage, rulesOf } from '../../src/languages/language.ts'
import { countText, filled } from '../../src/languages/texts.ts'
import { usePortal } from '../context.ts'

/** The publisher's claims stay apart from the program's (A11Y-14). */
export function AccessibilityPage() {
  const { service, integrations } = usePortal()
  const { language, title } = service
  const { accessibility } = service.messages
  const words = isBundledLanguage(language) ? STATEMENTS[language] : (rulesOf(language).statement ?? STATEMENTS.en)
  const { accessibility: statement } = service.group
  if (!statement) return null
  const { conformance, contact, exceptions, replyDays, authority, assessment, prepared, reviewed } = statement
  const { media, embeds, ads, comments } = words.general
  const general = [
    media,
    embeds,
    ...(isAdvertising(integrations, service) ? [ads] : []),
    ...(integrations.comments === undefined ? [] : [comments]),
  ]
  const dayOf = (day: string): string => {
    const time = parseDate(day, service.timeZone)
    return time ? formatDay(time, language) : day
  }
  return (
    <div className="page">
      <article className="article">
        <header className="article-header">
          <h1>{accessibility.title}</h1>
          <p className="lead">{accessibility.lead}</p>
        </header>
        <div className="article-body">
          <p>{filled(words.conformance[conformance], { title }, language)}</p>
          <h2>{words.met}</h2>
          <p>{words.metNote}</p>
          <List items={Object.values(words.items)} />
          <h2>{words.exceptions}</h2>
          <List items={[...exceptions, ...general]} />
          <h2 id="kontakt">{words.contact}</h2>
          <p>
            {words.contactLead} {countText(language, words.reply, replyDays)}
          </p>
          <ul>
            {contact.name !== undefined && <li>{contact.name}</li>}
            {contact.email !== undefined && (
              <li>
                {words.email} <a href={`mailto:${contact.email}`}>{contact.email}</a>
              </li>
            )}
            {contact.telephone !== undefined && (
              <li>
                {words.telephone} <a href={`tel:${contact.telephone.replace(/[^+\d]/g, '')}`}>{contact.telephone}</a>
              </li>
            )}
          </ul>
          {authority && (
            <p>
              {words.authority} <a href={authority.link}>{authority.title}</a>.
            </p>
          )}
          <h2>{words.about}</h2>
          <p>
            {words[assessment]} {filled(words.prepared, { date: dayOf(prepared) }, language)}
            {reviewed !== undefined && ` ${filled(words.reviewed, { date: dayOf(reviewed) }, language)}`}
          </p>
        </div>
      </article>
    </div>
  )
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
