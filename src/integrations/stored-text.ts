import { countryName, listText } from '../languages/texts.ts'
import type { Service } from '../services/service.ts'
import type { StoredItem, ThirdParty } from './third-party.ts'

/** `_ga (24 miesiące) i __jid (do zamknięcia przeglądarki)`. */
export function storedText(stores: readonly StoredItem[], { messages, language }: Service): string {
  const { session, days, months } = messages.privacy.parties
  const time = ({ keeps }: StoredItem): string => {
    if (keeps === undefined) return session
    return 'months' in keeps ? months({ count: keeps.months }) : days({ count: keeps.days })
  }
  return listText(
    stores.map((stored) => `${stored.name} (${time(stored)})`),
    language,
  )
}

/** `Giphy, Giphy, Inc. Siedziba: Stany Zjednoczone.` */
export function whoText(
  { company, country }: Pick<ThirdParty, 'company' | 'country'>,
  { messages, language }: Service,
): string {
  const who = company === undefined ? '' : `, ${company}`
  const sentence = who.endsWith('.') ? who : `${who}.`
  if (country === undefined) return sentence
  return `${sentence} ${messages.privacy.parties.country({ country: countryName(country, language) })}`
}

export function storesText({ stores }: ThirdParty, service: Service): string {
  const { parties } = service.messages.privacy
  return stores ? `${parties.stores} ${storedText(stores, service)}.` : parties.unknown
}
