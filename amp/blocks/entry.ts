import type { Block, BlockOf, BlockType } from '../../src/content/block.ts'
import type { Newsletter } from '../../src/services/newsletters.ts'
import type { Service } from '../../src/services/service.ts'
import type { SafeHtml } from '../../src/system/escape.ts'
import type { AmpConsent } from '../consent.ts'
import type { Extension, StyleName } from '../extensions.ts'

export interface AmpContext extends Pick<Service, 'language' | 'messages'> {
  newsletters: readonly Newsletter[]
  inner(blocks: readonly Block[]): SafeHtml
  /** Caches are on other hosts. */
  absolute(url: string): string
  asking: AmpConsent
  ownOrigins: ReadonlySet<string>
  /** Unix seconds; undefined: never revised. */
  revisedAt(id: string): number | undefined
  /** True once: the first image loads at once. */
  takeHero(): boolean
}

export interface AmpEntry<T extends BlockType> {
  render(block: BlockOf<T>, context: AmpContext): SafeHtml
  extensions?(block: BlockOf<T>, context: AmpContext): Extension[]
  /** Absent: its extensions decide. */
  loadsThirdParty?(block: BlockOf<T>, context: AmpContext): boolean
  style?: StyleName
}
