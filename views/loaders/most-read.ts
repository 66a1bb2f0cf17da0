import type { Card } from '../../src/content/card.ts'
import type { HomeBlock } from '../../src/content/home-block.ts'
import { type MostReadSettings, mostReadCards } from '../../src/content/most-read-cards.ts'
import type { Service } from '../../src/services/service.ts'
import type { Portal } from '../context.ts'

/** Empty: too little was read. */
export async function mostRead(portal: Portal, service: Service, settings: MostReadSettings): Promise<Card[]> {
  return portal.mostRead ? mostReadCards(service, portal.reader(service), portal.mostRead, settings) : []
}

/** Drops empty blocks (READ-8). */
export async function withMostRead<T extends { blocks: HomeBlock[] }>(
  page: T,
  portal: Portal,
  service: Service,
): Promise<T> {
  if (!page.blocks.some(({ type }) => type === 'most-read')) return page
  const blocks = await Promise.all(
    page.blocks.map(async (block): Promise<HomeBlock[]> => {
      if (block.type !== 'most-read') return [block]
      const cards = await mostRead(portal, service, block)
      return cards.length === 0 ? [] : [{ ...block, cards }]
    }),
  )
  return { ...page, blocks: blocks.flat() }
}
