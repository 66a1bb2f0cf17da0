import { listText } from '../languages/texts.ts'
import type { Service } from '../services/service.ts'
import type { StoredItem } from './third-party.ts'

/** What a third party stores and how long, in words: `_ga (24 miesiące) i __jid (do zamknięcia przeglądarki)`. */
export function storedText(stores: readonly StoredItem[], { messages, language }: Service): string {
  const { item, session, days, months } = messages.privacy.parties
  const time = ({ keeps }: StoredItem): string => {
    if (keeps === undefined) return session
    return 'months' in keeps ? months({ count: keeps.months }) : days({ count: keeps.days })
  }
  return listText(
    stores.map((stored) => item({ name: stored.name, time: time(stored) })),
    language,
  )
}
